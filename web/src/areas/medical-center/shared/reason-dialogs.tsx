import { type ExamWithPatient, examConfirmation, examWithdrawal } from '@medcloud/contract/shapes/exams';
import { useForm } from 'react-hook-form';
import { errorMessageOf } from '../../../calls/client/use-api-query.ts';
import { useConfirmExam, useWithdrawExam } from '../../../calls/medical-center.ts';
import { createShapeResolver } from '../../../forms/shape-resolver.ts';
import { patientName } from '../../../lib/names.ts';
import { centerText } from '../../../text/center.ts';
import { useText } from '../../../text/language.tsx';
import { useErrorMessage } from '../../../text/use-error-message.ts';
import { useToast } from '../../../ui/feedback/toast.tsx';
import { Field } from '../../../ui/forms/field.tsx';
import { TextArea } from '../../../ui/forms/text-area.tsx';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx';
import { useExamTitle } from './exam-title.ts';

interface ReasonDialogProps {
  exam: ExamWithPatient;
  onClose: () => void;
}

interface Reason {
  reason: string;
}

/** Asks for confirmation before an exam is withdrawn from every list, with its title. A reason is required. */
export function WithdrawDialog({ exam, onClose }: ReasonDialogProps) {
  const t = useText(centerText);
  const errorMessage = useErrorMessage();
  const toast = useToast();
  const title = useExamTitle();
  const mutation = useWithdrawExam();
  const form = useForm<Reason, unknown, { reason: string }>({
    resolver: createShapeResolver<Reason, { reason: string }>(examWithdrawal),
    defaultValues: { reason: '' },
  });
  const submit = form.handleSubmit((body) =>
    mutation.mutate(
      { params: { id: exam.id }, body },
      {
        onSuccess: () => {
          toast({ title: t('withdraw.done'), text: title(exam) });
          onClose();
        },
      },
    ),
  );
  return (
    <ConfirmDialog
      open
      danger
      onClose={onClose}
      title={t('withdraw.title')}
      text={t('withdraw.text', { exam: title(exam), file: exam.fileName, patient: patientName(exam.patient) })}
      confirmLabel={t('withdraw.submit')}
      confirmingLabel={t('withdraw.submitting')}
      cancelLabel={t('withdraw.keep')}
      onConfirm={() => void submit()}
      busy={mutation.isPending}
      dirty={form.formState.isDirty}
      error={mutation.isError ? (errorMessage(errorMessageOf(mutation.error)) ?? t('withdraw.failed')) : undefined}
    >
      <Field label={t('withdraw.reason')} error={errorMessage(form.formState.errors.reason?.message)}>
        <TextArea {...form.register('reason')} rows={2} />
      </Field>
    </ConfirmDialog>
  );
}

type Confirmation = { reason?: string | undefined } | undefined;

/** Asks for confirmation that an exam in doubt belongs to this patient. Doctors can see it afterwards. */
export function ConfirmExamDialog({ exam, onClose }: ReasonDialogProps) {
  const t = useText(centerText);
  const errorMessage = useErrorMessage();
  const toast = useToast();
  const title = useExamTitle();
  const mutation = useConfirmExam();
  const form = useForm<Reason, unknown, Confirmation>({
    resolver: createShapeResolver<Reason, Confirmation>(examConfirmation),
    defaultValues: { reason: '' },
  });
  const submit = form.handleSubmit((body) =>
    mutation.mutate(
      { params: { id: exam.id }, body },
      {
        onSuccess: () => {
          toast({ title: t('confirmExam.done'), text: title(exam) });
          onClose();
        },
      },
    ),
  );
  const { fileName: file } = exam;
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={t('confirmExam.title', { patient: patientName(exam.patient) })}
      text={t('confirmExam.text', { exam: title(exam), file })}
      confirmLabel={t('confirmExam.submit')}
      confirmingLabel={t('confirmExam.submitting')}
      cancelLabel={t('confirmExam.keep')}
      onConfirm={() => void submit()}
      busy={mutation.isPending}
      dirty={form.formState.isDirty}
      error={mutation.isError ? (errorMessage(errorMessageOf(mutation.error)) ?? t('confirmExam.failed')) : undefined}
    >
      <Field label={t('confirmExam.reason')} optional error={errorMessage(form.formState.errors.reason?.message)}>
        <TextArea {...form.register('reason')} rows={2} />
      </Field>
    </ConfirmDialog>
  );
}
