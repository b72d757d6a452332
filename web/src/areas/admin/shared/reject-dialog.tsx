import { type Doctor, rejection } from '@medcloud/contract/shapes/accounts';
import { useForm } from 'react-hook-form';
import { useRejectDoctor } from '../../../calls/admin.ts';
import { FormDialog } from '../../../forms/form-dialog.tsx';
import { FormField } from '../../../forms/form-field.tsx';
import { createShapeResolver } from '../../../forms/shape-resolver.ts';
import { useSubmit } from '../../../forms/use-submit.ts';
import { useFormat } from '../../../text/format.ts';
import { useText, useUiText } from '../../../text/language.tsx';
import { useToast } from '../../../ui/feedback/toast.tsx';
import { TextArea } from '../../../ui/forms/text-area.tsx';

/** Asks for confirmation, with the doctor's name. The optional reason is part of the email. */
export function RejectDialog({ doctor, onClose }: { doctor: Doctor; onClose: () => void }) {
  const t = useText('admin');
  const ui = useUiText();
  const format = useFormat();
  const toast = useToast();
  const form = useForm({ resolver: createShapeResolver(rejection), defaultValues: { reason: '' } });
  const submission = useSubmit(form, useRejectDoctor(), {
    toInput: (body) => ({ params: { id: doctor.id }, body }),
    onSuccess: () => {
      onClose();
      toast({ title: t('approve.rejected'), text: t('approve.rejectedText') });
    },
    onError: () =>
      toast({ variant: 'danger', title: t('approve.rejectionFailed'), text: t('approve.rejectionFailedText') }),
  });
  return (
    <FormDialog
      isDangerous
      submission={submission}
      onClose={onClose}
      title={t('approve.rejectTitle', { doctor: format.doctor(doctor) })}
      text={t(doctor.review ? 'approve.rejectReviewText' : 'approve.rejectText')}
      submitLabel={t('approve.rejectConfirm')}
      busyLabel={t('approve.rejecting')}
      cancelLabel={t('approve.keep')}
    >
      <FormField form={form} name="reason" label={ui('field.reason')} isOptional help={t('approve.reasonHelp')}>
        <TextArea maxLength={1_000} />
      </FormField>
    </FormDialog>
  );
}
