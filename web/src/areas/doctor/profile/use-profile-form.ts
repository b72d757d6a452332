import { ApiError } from '@medcloud/contract/api-client';
import type { DoctorProfile } from '@medcloud/contract/shapes/profile';
import { useState } from 'react';
import { type UseFormReturn, useForm } from 'react-hook-form';
import type * as z from 'zod';
import { useChangeProfile } from '../../../calls/doctor.ts';
import { showServerErrors } from '../../../forms/server-errors.ts';
import { useShapeResolver } from '../../../forms/use-shape-resolver.ts';
import { doctorAccountText } from '../../../text/doctor-account.ts';
import { useText } from '../../../text/language.tsx';
import { useToast } from '../../../ui/feedback/toast.tsx';
import { type Answers, type ProfileFields, profileBody, profileFields } from './profile-form.ts';
import type { profileShape } from './profile-shape.ts';

const fetchShape = async () => (await import('./profile-shape.ts')).profileShape;

type ValidProfile = z.output<typeof profileShape>;
export type ProfileForm = UseFormReturn<ProfileFields, unknown, ValidProfile>;

/** A question the server asks before it saves, given as a fault code. */
type Question = 'review' | 'password';
const questions = { review_required: 'review', step_up_required: 'password' } as const;

function questionOf(error: Error): Question | null {
  if (!(error instanceof ApiError)) return null;
  if (error.code === 'invalid_current_password') return 'password';
  return error.code === 'review_required' || error.code === 'step_up_required' ? questions[error.code] : null;
}

/** Returns the profile's form, which saves, handles the server's questions and reports the result. */
export function useProfileForm(profile: DoctorProfile) {
  const t = useText(doctorAccountText);
  const toast = useToast();
  const [question, setQuestion] = useState<Question | null>(null);
  const [pending, setPending] = useState<ValidProfile | null>(null);
  const [answers, setAnswers] = useState<Answers>({});
  /** Clears the question together with its answers, so the password is not kept longer. */
  const clearQuestion = () => {
    setQuestion(null);
    setPending(null);
    setAnswers({});
  };
  const form: ProfileForm = useForm<ProfileFields, unknown, ValidProfile>({
    resolver: useShapeResolver(fetchShape),
    defaultValues: profileFields(profile),
    values: profileFields(profile),
    resetOptions: { keepDirtyValues: true },
    mode: 'onTouched',
  });
  const change = useChangeProfile({
    onSuccess: (saved) => {
      clearQuestion();
      form.reset(profileFields(saved));
      toast({ title: t('profile.updated'), text: t('profile.updatedText') });
    },
    onError: (error) => {
      setQuestion(questionOf(error));
      if (questionOf(error) !== null) return;
      showServerErrors(form, error);
      toast({ variant: 'danger', title: t('profile.updateFailed') });
    },
  });
  const send = (validProfile: ValidProfile, newAnswers: Answers) => {
    setPending(validProfile);
    setAnswers(newAnswers);
    change.mutate({ body: profileBody(validProfile, form.getValues('gender'), newAnswers) });
  };
  return {
    form,
    change,
    question,
    submit: form.handleSubmit((validProfile) => send(validProfile, {})),
    /** Sends the same values again with an answer to the question. */
    submitAnswer: (newAnswers: Answers) => pending && send(pending, { ...answers, ...newAnswers }),
    cancel: clearQuestion,
  };
}
