import { type ExamWithPatient, examConfirmation, examWithdrawal } from '@medcloud/contract/shapes/exams';
import { useForm } from 'react-hook-form';
import { sentenceOf } from '../../../calls/client/use-call.ts';
import { useConfirmExam, useWithdrawExam } from '../../../calls/medical-center.ts';
import { shapeResolver } from '../../../forms/resolver.ts';
import { patientName } from '../../../lib/names.ts';
import { centerText } from '../../../text/center.ts';
import { useText } from '../../../text/language.tsx';
import { useSentence } from '../../../text/sentences.ts';
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

/** Asks once before an exam leaves every list, naming it; the reason is required. */
export function WithdrawDialog({ exam, onClose }: ReasonDialogProps) {
  const t = useText(centerText);
  const sentence = useSentence();
  const toast = useToast();
  const title = useExamTitle();
  const act = useWithdrawExam();
  const form = useForm<Reason, unknown, { reason: string }>({
    resolver: shapeResolver<Reason, { reason: string }>(examWithdrawal),
    defaultValues: { reason: '' },
  });
  const submit = form.handleSubmit((body) =>
    act.mutate(
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
      confirm={t('withdraw.submit')}
      confirming={t('withdraw.submitting')}
      keep={t('withdraw.keep')}
      onConfirm={() => void submit()}
      busy={act.isPending}
      dirty={form.formState.isDirty}
      error={act.isError ? (sentence(sentenceOf(act.error)) ?? t('withdraw.failed')) : undefined}
    >
      <Field label={t('withdraw.reason')} error={sentence(form.formState.errors.reason?.message)}>
        <TextArea {...form.register('reason')} rows={2} />
      </Field>
    </ConfirmDialog>
  );
}

type Confirmation = { reason?: string | undefined } | undefined;

/** Asks once whether a doubted exam is this patient's: doctors see it from then on. */
export function ConfirmExamDialog({ exam, onClose }: ReasonDialogProps) {
  const t = useText(centerText);
  const sentence = useSentence();
  const toast = useToast();
  const title = useExamTitle();
  const act = useConfirmExam();
  const form = useForm<Reason, unknown, Confirmation>({
    resolver: shapeResolver<Reason, Confirmation>(examConfirmation),
    defaultValues: { reason: '' },
  });
  const submit = form.handleSubmit((body) =>
    act.mutate(
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
      confirm={t('confirmExam.submit')}
      confirming={t('confirmExam.submitting')}
      keep={t('confirmExam.keep')}
      onConfirm={() => void submit()}
      busy={act.isPending}
      dirty={form.formState.isDirty}
      error={act.isError ? (sentence(sentenceOf(act.error)) ?? t('confirmExam.failed')) : undefined}
    >
      <Field label={t('confirmExam.reason')} optional error={sentence(form.formState.errors.reason?.message)}>
        <TextArea {...form.register('reason')} rows={2} />
      </Field>
    </ConfirmDialog>
  );
}
