import { supportRoles } from '@medcloud/contract/choices';
import type { SupportMessageForm } from '@medcloud/contract/shapes/support';
import { useState } from 'react';
import { type UseFormReturn, useForm } from 'react-hook-form';
import { useSendMessage } from '../../calls/support.ts';
import { useShapeResolver } from '../../forms/use-shape-resolver.ts';
import { useSubmit } from '../../forms/use-submit.ts';
import { useLanguage, useText } from '../../text/language.tsx';
import { useToast } from '../../ui/feedback/toast.tsx';

const fetchShape = async () => (await import('@medcloud/contract/shapes/support')).supportMessageForm;

/** The form's values as typed. */
export interface MessageFields {
  firstName: string;
  lastName: string;
  email: string;
  role: SupportMessageForm['role'] | '';
  subject: string;
  message: string;
  urgent: boolean;
  website: string;
}

export type MessageForm = UseFormReturn<MessageFields, unknown, SupportMessageForm>;

/** The values that the URL can preset: `?role=doctor&urgent=1&topic=live-chat`. */
export interface MessagePreset {
  role: string | null;
  isUrgent: boolean;
  topic: string | null;
}

const emptyMessage: MessageFields = {
  firstName: '',
  lastName: '',
  email: '',
  role: '',
  subject: '',
  message: '',
  urgent: false,
  website: '',
};

/** Returns the form and its submission. The page owns it and not the tab, so a change of tab keeps the typed text. */
export function useMessageForm({ role, isUrgent, topic }: MessagePreset) {
  const t = useText('support');
  const { language } = useLanguage();
  const toast = useToast();
  const mutation = useSendMessage();
  const [isAnother, setAnother] = useState(false);
  const knownRole = supportRoles.find((each) => each === role) ?? '';
  const form: MessageForm = useForm<MessageFields, unknown, SupportMessageForm>({
    resolver: useShapeResolver<MessageFields, SupportMessageForm>(fetchShape),
    defaultValues: { ...emptyMessage, role: knownRole, urgent: isUrgent },
  });
  const submission = useSubmit(form, mutation, {
    toInput: (message) => ({ body: { ...message, language, ...(topic ? { topic } : {}) } }),
    onError: (_error, isOnFields) => isOnFields || toast({ variant: 'danger', title: t('message.failed') }),
  });
  const writeAnother = () => {
    const { firstName, lastName, email, role: currentRole } = form.getValues();
    form.reset({ ...emptyMessage, firstName, lastName, email, role: currentRole });
    mutation.reset();
    setAnother(true);
  };
  return { form, mutation, submission, writeAnother, isAnother, topic };
}

export type MessageFormState = ReturnType<typeof useMessageForm>;
