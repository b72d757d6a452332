import { ApiError } from '@medcloud/contract/api-client';
import type { FaultCode } from '@medcloud/contract/faults';
import type { DoctorProfile } from '@medcloud/contract/shapes/profile';
import { useRef, useState } from 'react';
import { type UseFormReturn, useForm } from 'react-hook-form';
import type * as z from 'zod';
import { useChangeProfile } from '../../../calls/doctor.ts';
import { useShapeResolver } from '../../../forms/use-shape-resolver.ts';
import { useSubmit } from '../../../forms/use-submit.ts';
import { useText } from '../../../text/language.tsx';
import { useToast } from '../../../ui/feedback/toast.tsx';
import { type Answers, type ProfileFields, profileBody, profileFields } from './profile-form.ts';
import type { profileShape } from './profile-shape.ts';

const fetchShape = async () => (await import('./profile-shape.ts')).profileShape;

type ValidProfile = z.output<typeof profileShape>;
export type ProfileForm = UseFormReturn<ProfileFields, unknown, ValidProfile>;

/** A question the server asks before it saves, given as a fault code. */
type Question = 'review' | 'password';
const questions: Partial<Record<FaultCode, Question>> = {
  review_required: 'review',
  step_up_required: 'password',
  invalid_current_password: 'password',
};

const codeOf = (error: Error | null) => (error instanceof ApiError ? error.code : undefined);

function questionOf(error: Error): Question | null {
  const code = codeOf(error);
  return (code && questions[code]) ?? null;
}

/** Returns the profile's form, which saves, handles the server's questions and reports the result. */
export function useProfileForm(profile: DoctorProfile) {
  const t = useText('account');
  const toast = useToast();
  const change = useChangeProfile();
  const [question, setQuestion] = useState<Question | null>(null);
  const answers = useRef<Answers>({});
  /** Sets the question. Without one, also clears the answers, so the password is not kept longer. */
  const showQuestion = (nextQuestion: Question | null) => {
    setQuestion(nextQuestion);
    if (nextQuestion === null) answers.current = {};
  };
  const form: ProfileForm = useForm<ProfileFields, unknown, ValidProfile>({
    resolver: useShapeResolver(fetchShape),
    defaultValues: profileFields(profile),
    values: profileFields(profile),
    resetOptions: { keepDirtyValues: true },
    mode: 'onTouched',
  });
  const { failure, ...submission } = useSubmit(form, change, {
    toInput: (validProfile) => ({ body: profileBody(validProfile, form.getValues('gender'), answers.current) }),
    onSuccess: (saved) => {
      showQuestion(null);
      form.reset(profileFields(saved));
      toast({ title: t('profile.updated'), text: t('profile.updatedText') });
    },
    onError: (error) => {
      showQuestion(questionOf(error));
      if (questionOf(error) === null) toast({ variant: 'danger', title: t('profile.updateFailed') });
    },
  });
  const code = codeOf(change.error);
  // a question is not a failure, even if the doctor cancels it
  const isQuestion = question !== null || code === 'review_required' || code === 'step_up_required';
  return {
    form,
    submission: { ...submission, failure: isQuestion ? undefined : failure },
    question,
    passwordError: code === 'invalid_current_password' ? failure : undefined,
    /** Sends the form again with an answer to the question. */
    submitAnswer: (answer: Answers) => {
      answers.current = { ...answers.current, ...answer };
      void submission.submit();
    },
    cancel: () => showQuestion(null),
  };
}
