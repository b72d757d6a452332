import { rejection } from '@medcloud/contract/shapes/accounts';
import { useForm } from 'react-hook-form';
import { errorMessageOf } from '../../../calls/client/use-api-query.ts';
import { createShapeResolver } from '../../../forms/shape-resolver.ts';
import { adminText } from '../../../text/admin.ts';
import { useText, useUiText } from '../../../text/language.tsx';
import { useErrorMessage } from '../../../text/use-error-message.ts';
import { Field } from '../../../ui/forms/field.tsx';
import { TextArea } from '../../../ui/forms/text-area.tsx';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx';

interface RejectDialogProps {
  /** The doctor's name as "Dr. Given Surname". */
  name: string;
  /** The doctor has been approved before. */
  isReview: boolean;
  busy: boolean;
  error: Error | null;
  onReject: (reason: string) => void;
  onClose: () => void;
}

/** Asks for confirmation, with the doctor's name. The optional reason is part of the e-mail. */
export function RejectDialog({ name, isReview, busy, error, onReject, onClose }: RejectDialogProps) {
  const t = useText(adminText);
  const ui = useUiText();
  const errorMessage = useErrorMessage();
  const form = useForm({ resolver: createShapeResolver(rejection), defaultValues: { reason: '' } });
  const { errors, isDirty } = form.formState;
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={t('approve.rejectTitle', { doctor: name })}
      text={t(isReview ? 'approve.rejectReviewText' : 'approve.rejectText')}
      confirmLabel={t('approve.rejectConfirm')}
      confirmingLabel={t('approve.rejecting')}
      cancelLabel={t('approve.keep')}
      danger
      busy={busy}
      dirty={isDirty}
      error={error ? (errorMessage(errorMessageOf(error)) ?? ui('error.noAnswer')) : undefined}
      onConfirm={() => void form.handleSubmit((body) => onReject(body?.reason ?? ''))()}
    >
      <Field
        label={t('approve.reason')}
        optional
        help={t('approve.reasonHelp')}
        error={errorMessage(errors.reason?.message)}
      >
        <TextArea {...form.register('reason')} maxLength={1_000} />
      </Field>
    </ConfirmDialog>
  );
}
