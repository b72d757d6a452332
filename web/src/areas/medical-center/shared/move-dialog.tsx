import { type ExamMove, type ExamWithPatient, examMove } from '@medcloud/contract/shapes/exams';
import type { Patient } from '@medcloud/contract/shapes/people';
import { useState } from 'react';
import { Controller, useForm } from 'react-hook-form';
import { useMoveExam } from '../../../calls/medical-center.ts';
import { FormDialog } from '../../../forms/form-dialog.tsx';
import { FormField, useFieldError } from '../../../forms/form-field.tsx';
import { createShapeResolver } from '../../../forms/shape-resolver.ts';
import { useSubmit } from '../../../forms/use-submit.ts';
import { patientName } from '../../../lib/names.ts';
import { useText, useUiText } from '../../../text/language.tsx';
import { useToast } from '../../../ui/feedback/toast.tsx';
import { Field } from '../../../ui/forms/field.tsx';
import { TextArea } from '../../../ui/forms/text-area.tsx';
import { useExamTitle } from './exam-title.ts';
import { PatientPicker } from './patient-picker.tsx';

interface Fields {
  patientId: string;
  reason: string;
}

/** Asks which patient an exam belongs to. Shows the exam and both patients. */
export function MoveDialog({ exam, onClose }: { exam: ExamWithPatient; onClose: () => void }) {
  const t = useText('center');
  const ui = useUiText();
  const toast = useToast();
  const title = useExamTitle();
  const form = useForm<Fields, unknown, ExamMove>({
    resolver: createShapeResolver<Fields, ExamMove>(examMove),
    defaultValues: { patientId: '', reason: '' },
  });
  const submission = useSubmit(form, useMoveExam(), {
    toInput: (body) => ({ params: { id: exam.id }, body }),
    onSuccess: (moved) => {
      toast({ title: t('move.done'), text: t('move.doneText', { patient: patientName(moved.patient) }) });
      onClose();
    },
  });
  const fieldError = useFieldError(form);
  const [patient, setPatient] = useState<Patient | null>(null);
  const choose = (next: Patient | null) => {
    setPatient(next);
    form.setValue('patientId', next?.patientId ?? '', { shouldDirty: true });
    form.clearErrors('patientId');
  };
  const isSame = patient?.patientId === exam.patient.patientId;
  return (
    <FormDialog
      submission={submission}
      onClose={onClose}
      title={t('move.title')}
      text={t('move.text', { exam: title(exam), file: exam.fileName, patient: formatPatient(exam.patient) })}
      submitLabel={t('move.submit')}
      busyLabel={t('move.submitting')}
      reason={patient === null ? t('move.choose') : undefined}
    >
      <Controller
        control={form.control}
        name="patientId"
        render={({ field }) => (
          <Field
            label={t('move.to')}
            error={fieldError('patientId')}
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
              isLocked={submission.isBusy}
              excludedPatientId={exam.patient.patientId}
            />
          </Field>
        )}
      />
      <FormField form={form} name="reason" label={ui('field.reason')} isOptional>
        <TextArea rows={2} />
      </FormField>
    </FormDialog>
  );
}

/** Formats a patient with the id, which distinguishes two patients of the same name. */
function formatPatient(patient: Pick<Patient, 'firstName' | 'lastName' | 'patientId'>): string {
  return `${patientName(patient)} (${patient.patientId})`;
}
