import { rejection } from '@medcloud/contract/shapes/accounts';
import { useForm } from 'react-hook-form';
import { sentenceOf } from '../../../calls/client/use-call.ts';
import { shapeResolver } from '../../../forms/resolver.ts';
import { adminText } from '../../../text/admin.ts';
import { useText, useUiText } from '../../../text/language.tsx';
import { useSentence } from '../../../text/sentences.ts';
import { Field } from '../../../ui/forms/field.tsx';
import { TextArea } from '../../../ui/forms/text-area.tsx';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx';

interface RejectDialogProps {
  /** The doctor, as "Dr. Given Surname". */
  name: string;
  /** The doctor was approved before. */
  isReview: boolean;
  busy: boolean;
  error: Error | null;
  onReject: (reason: string) => void;
  onClose: () => void;
}

/** Asks once, naming the doctor; the reason, if there is one, goes into the mail. */
export function RejectDialog({ name, isReview, busy, error, onReject, onClose }: RejectDialogProps) {
  const t = useText(adminText);
  const ui = useUiText();
  const sentence = useSentence();
  const form = useForm({ resolver: shapeResolver(rejection), defaultValues: { reason: '' } });
  const { errors, isDirty } = form.formState;
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={t('approve.rejectTitle', { doctor: name })}
      text={t(isReview ? 'approve.rejectReviewText' : 'approve.rejectText')}
      confirm={t('approve.rejectConfirm')}
      confirming={t('approve.rejecting')}
      keep={t('approve.keep')}
      danger
      busy={busy}
      dirty={isDirty}
      error={error ? (sentence(sentenceOf(error)) ?? ui('error.noAnswer')) : undefined}
      onConfirm={() => void form.handleSubmit((body) => onReject(body?.reason ?? ''))()}
    >
      <Field
        label={t('approve.reason')}
        optional
        help={t('approve.reasonHelp')}
        error={sentence(errors.reason?.message)}
      >
        <TextArea {...form.register('reason')} maxLength={1_000} />
      </Field>
    </ConfirmDialog>
  );
}
