import { type ExamMove, type ExamWithPatient, examMove } from '@medcloud/contract/shapes/exams';
import type { Patient } from '@medcloud/contract/shapes/people';
import { useState } from 'react';
import { Controller, useForm } from 'react-hook-form';
import { errorMessageOf } from '../../../calls/client/use-api-query.ts';
import { useMoveExam } from '../../../calls/medical-center.ts';
import { showServerErrors } from '../../../forms/server-errors.ts';
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
import { PatientPicker } from './patient-picker.tsx';

interface Fields {
  patientId: string;
  reason: string;
}

/** Sends the move and reports the result. */
function useMove(exam: ExamWithPatient, onClose: () => void) {
  const t = useText(centerText);
  const toast = useToast();
  const mutation = useMoveExam();
  const form = useForm<Fields, unknown, ExamMove>({
    resolver: createShapeResolver<Fields, ExamMove>(examMove),
    defaultValues: { patientId: '', reason: '' },
  });
  const submit = form.handleSubmit((move) =>
    mutation
      .mutateAsync({ params: { id: exam.id }, body: move })
      .then((moved) => {
        toast({ title: t('move.done'), text: t('move.doneText', { patient: patientName(moved.patient) }) });
        onClose();
      })
      .catch((error: unknown) => {
        showServerErrors<Fields, ExamMove>(form, error);
      }),
  );
  return { form, mutation, submit };
}

/** Asks which patient an exam belongs to. Shows the exam and both patients. */
export function MoveDialog({ exam, onClose }: { exam: ExamWithPatient; onClose: () => void }) {
  const t = useText(centerText);
  const errorMessage = useErrorMessage();
  const title = useExamTitle();
  const { form, mutation, submit } = useMove(exam, onClose);
  const [patient, setPatient] = useState<Patient | null>(null);
  const { errors, isDirty } = form.formState;
  const choose = (next: Patient | null) => {
    setPatient(next);
    form.setValue('patientId', next?.patientId ?? '', { shouldDirty: true });
    form.clearErrors('patientId');
  };
  const isSame = patient?.patientId === exam.patient.patientId;
  const hasFailed = mutation.isError && Object.keys(errors).length === 0;
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={t('move.title')}
      text={t('move.text', { exam: title(exam), file: exam.fileName, patient: formatPatient(exam.patient) })}
      confirmLabel={t('move.submit')}
      confirmingLabel={t('move.submitting')}
      cancelLabel={t('move.keep')}
      onConfirm={() => void submit()}
      busy={mutation.isPending}
      dirty={isDirty}
      reason={patient === null ? t('move.choose') : undefined}
      error={hasFailed ? (errorMessage(errorMessageOf(mutation.error)) ?? t('move.failed')) : undefined}
    >
      <Controller
        control={form.control}
        name="patientId"
        render={({ field }) => (
          <Field
            label={t('move.to')}
            error={errorMessage(errors.patientId?.message)}
            help={
              patient && !isSame
                ? t('move.follows', { from: formatPatient(exam.patient), to: formatPatient(patient) })
                : undefined
            }
          >
            <PatientPicker
              patient={patient}
              onChange={choose}
              inputRef={field.ref}
              onBlur={field.onBlur}
              locked={mutation.isPending}
              excludedPatientId={exam.patient.patientId}
            />
          </Field>
        )}
      />
      <Field label={t('move.reason')} optional error={errorMessage(errors.reason?.message)}>
        <TextArea {...form.register('reason')} rows={2} />
      </Field>
    </ConfirmDialog>
  );
}

/** Formats a patient with the id, which distinguishes two patients of the same name. */
function formatPatient(patient: Pick<Patient, 'firstName' | 'lastName' | 'patientId'>): string {
  return `${patientName(patient)} (${patient.patientId})`;
}
