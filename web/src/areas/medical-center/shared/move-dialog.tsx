import { type ExamMove, type ExamWithPatient, examMove } from '@medcloud/contract/shapes/exams';
import type { Patient } from '@medcloud/contract/shapes/people';
import { useState } from 'react';
import { Controller, useForm } from 'react-hook-form';
import { sentenceOf } from '../../../calls/client/use-call.ts';
import { useMoveExam } from '../../../calls/medical-center.ts';
import { shapeResolver } from '../../../forms/resolver.ts';
import { showServerErrors } from '../../../forms/server-errors.ts';
import { patientName } from '../../../lib/names.ts';
import { centerText } from '../../../text/center.ts';
import { useText } from '../../../text/language.tsx';
import { useSentence } from '../../../text/sentences.ts';
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

/** Sends the move, and says what came of it. */
function useMove(exam: ExamWithPatient, onClose: () => void) {
  const t = useText(centerText);
  const toast = useToast();
  const act = useMoveExam();
  const form = useForm<Fields, unknown, ExamMove>({
    resolver: shapeResolver<Fields, ExamMove>(examMove),
    defaultValues: { patientId: '', reason: '' },
  });
  const submit = form.handleSubmit((move) =>
    act
      .mutateAsync({ params: { id: exam.id }, body: move })
      .then((moved) => {
        toast({ title: t('move.done'), text: t('move.doneText', { patient: patientName(moved.patient) }) });
        onClose();
      })
      .catch((error: unknown) => {
        showServerErrors<Fields, ExamMove>(form, error);
      }),
  );
  return { form, act, submit };
}

/** Asks to whom an exam belongs, naming the exam and both patients. */
export function MoveDialog({ exam, onClose }: { exam: ExamWithPatient; onClose: () => void }) {
  const t = useText(centerText);
  const sentence = useSentence();
  const title = useExamTitle();
  const { form, act, submit } = useMove(exam, onClose);
  const [patient, setPatient] = useState<Patient | null>(null);
  const { errors, isDirty } = form.formState;
  const choose = (next: Patient | null) => {
    setPatient(next);
    form.setValue('patientId', next?.patientId ?? '', { shouldDirty: true });
    form.clearErrors('patientId');
  };
  const isSame = patient?.patientId === exam.patient.patientId;
  const failed = act.isError && Object.keys(errors).length === 0;
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={t('move.title')}
      text={t('move.text', { exam: title(exam), file: exam.fileName, patient: whom(exam.patient) })}
      confirm={t('move.submit')}
      confirming={t('move.submitting')}
      keep={t('move.keep')}
      onConfirm={() => void submit()}
      busy={act.isPending}
      dirty={isDirty}
      reason={patient === null ? t('move.choose') : undefined}
      error={failed ? (sentence(sentenceOf(act.error)) ?? t('move.failed')) : undefined}
    >
      <Controller
        control={form.control}
        name="patientId"
        render={({ field }) => (
          <Field
            label={t('move.to')}
            error={sentence(errors.patientId?.message)}
            help={patient && !isSame ? t('move.follows', { from: whom(exam.patient), to: whom(patient) }) : undefined}
          >
            <PatientPicker
              patient={patient}
              onChange={choose}
              inputRef={field.ref}
              onBlur={field.onBlur}
              locked={act.isPending}
              except={exam.patient.patientId}
            />
          </Field>
        )}
      />
      <Field label={t('move.reason')} optional error={sentence(errors.reason?.message)}>
        <TextArea {...form.register('reason')} rows={2} />
      </Field>
    </ConfirmDialog>
  );
}

/** Two of one name are told apart by the id. */
function whom(patient: Pick<Patient, 'firstName' | 'lastName' | 'patientId'>): string {
  return `${patientName(patient)} (${patient.patientId})`;
}
