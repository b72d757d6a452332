import { type ExamWithPatient, examConfirmation, examWithdrawal } from '@medcloud/contract/shapes/exams';
import { useForm } from 'react-hook-form';
import { useConfirmExam, useWithdrawExam } from '../../../calls/medical-center.ts';
import { FormDialog } from '../../../forms/form-dialog.tsx';
import { FormField } from '../../../forms/form-field.tsx';
import { createShapeResolver } from '../../../forms/shape-resolver.ts';
import { useSubmit } from '../../../forms/use-submit.ts';
import { patientName } from '../../../lib/names.ts';
import { useText, useUiText } from '../../../text/language.tsx';
import { useToast } from '../../../ui/feedback/toast.tsx';
import { TextArea } from '../../../ui/forms/text-area.tsx';
import { useExamTitle } from './exam-title.ts';

interface ReasonDialogProps {
  exam: ExamWithPatient;
  onClose: () => void;
}

/** Asks for confirmation before an exam is withdrawn from every list, with its title. A reason is required. */
export function WithdrawDialog({ exam, onClose }: ReasonDialogProps) {
  const t = useText('center');
  const ui = useUiText();
  const toast = useToast();
  const title = useExamTitle()(exam);
  const form = useForm({ resolver: createShapeResolver(examWithdrawal), defaultValues: { reason: '' } });
  const submission = useSubmit(form, useWithdrawExam(), {
    toInput: (body) => ({ params: { id: exam.id }, body }),
    onSuccess: () => {
      toast({ title: t('withdraw.done'), text: title });
      onClose();
    },
  });
  return (
    <FormDialog
      isDangerous
      submission={submission}
      onClose={onClose}
      title={t('withdraw.title')}
      text={t('withdraw.text', { exam: title, file: exam.fileName, patient: patientName(exam.patient) })}
      submitLabel={t('exam.withdraw')}
      busyLabel={t('withdraw.submitting')}
      cancelLabel={t('withdraw.keep')}
    >
      <FormField form={form} name="reason" label={ui('field.reason')}>
        <TextArea rows={2} />
      </FormField>
    </FormDialog>
  );
}

/** Asks for confirmation that an exam in doubt belongs to this patient. Doctors can see it afterwards. */
export function ConfirmExamDialog({ exam, onClose }: ReasonDialogProps) {
  const t = useText('center');
  const ui = useUiText();
  const toast = useToast();
  const title = useExamTitle()(exam);
  const form = useForm({ resolver: createShapeResolver(examConfirmation), defaultValues: { reason: '' } });
  const submission = useSubmit(form, useConfirmExam(), {
    toInput: (body) => ({ params: { id: exam.id }, body }),
    onSuccess: () => {
      toast({ title: t('confirmExam.done'), text: title });
      onClose();
    },
  });
  return (
    <FormDialog
      submission={submission}
      onClose={onClose}
      title={t('confirmExam.title', { patient: patientName(exam.patient) })}
      text={t('confirmExam.text', { exam: title, file: exam.fileName })}
      submitLabel={t('exam.confirm')}
      busyLabel={t('confirmExam.submitting')}
    >
      <FormField form={form} name="reason" label={ui('field.reason')} isOptional>
        <TextArea rows={2} />
      </FormField>
    </FormDialog>
  );
}
