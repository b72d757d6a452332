import type { ExamUpload } from '@medcloud/contract/shapes/exams';
import type { Patient } from '@medcloud/contract/shapes/people';
import { useId } from 'react';
import { useForm } from 'react-hook-form';
import { useShapeResolver } from '../../../forms/use-shape-resolver.ts';
import { dayOf } from '../../../lib/dates.ts';
import { useUnsentText } from '../../../lib/leave-guard.ts';
import { patientName } from '../../../lib/names.ts';
import type { DroppedFiles } from '../../../upload/preflight/use-dropped-files.ts';
import {
  loadComparison,
  mismatchFieldsOf,
  usePatientMismatch,
} from '../../../upload/preflight/use-patient-mismatch.ts';
import type { UploadFields, UploadPlan } from '../../../upload/queue.ts';
import { validateExamDate } from '../../../upload/validate-upload.ts';
import { emptyUpload, type UploadFormFields as Fields, uploadFieldNames } from './upload-plan.ts';
import { useFilePatient } from './use-file-patient.ts';
import { prefillFields } from './use-prefill.ts';
import { useReason } from './use-reason.ts';
import type { useUploadFiles } from './use-upload-files.ts';

const fetchShape = async () => (await import('@medcloud/contract/shapes/exams')).examUpload;

interface ExamFormInput {
  preselected: Patient | null;
  droppedFiles: DroppedFiles;
  files: ReturnType<typeof useUploadFiles>;
  /** Whose exam of the dropped files it is. */
  personIndex: number;
  isSent: boolean;
}

/**
 * Returns one exam's form, its patient, and the plan of its upload. There is no plan while files and patient do not
 * match.
 */
export function useExamForm({ preselected, droppedFiles, files, personIndex, isSent }: ExamFormInput) {
  const person = droppedFiles.summary?.persons[personIndex];
  const filePatient = useFilePatient(person, preselected);
  const reason = useReason(filePatient.patient, person);
  const mismatch = usePatientMismatch(person, filePatient.patient);
  const form = useForm<Fields, unknown, ExamUpload>({
    resolver: useShapeResolver<Fields, ExamUpload>(fetchShape),
    defaultValues: { ...emptyUpload, ...prefillFields(person), patientId: preselected?.patientId ?? '' },
    shouldFocusError: false, // React Hook Form would use the order of registration, not that of the page
  });
  const id = useId();
  useUnsentText(form.formState.isDirty && !isSent ? id : undefined, 'page');
  const choose = (next: Patient | null) => {
    filePatient.choose(next);
    form.setValue('patientId', next?.patientId ?? '', { shouldValidate: form.formState.isSubmitted });
  };
  /** Calls `act` if the fields are valid and files and patient match or their differences are confirmed. */
  const submitFor = async (of: Patient | null, act: (fields: UploadFields, patient: Patient) => Promise<void>) => {
    form.setValue('patientId', of?.patientId ?? '');
    const submit = form.handleSubmit(
      async (fields) => {
        const dateError = of && validateExamDate(fields.examDate, of.dateOfBirth, dayOf(new Date()));
        if (dateError) form.setError('examDate', { type: 'date', message: dateError }, { shouldFocus: true });
        if (droppedFiles.files.length === 0) files.reportMissing();
        if (dateError || droppedFiles.files.length === 0 || !of) return;
        const contents = await droppedFiles.waitForSummary();
        const filePerson = contents?.persons[personIndex];
        const found = filePerson ? (await loadComparison())(filePerson, of) : null;
        if (found && reason.confirmed === undefined) return;
        await act({ ...fields, mismatchReason: reason.confirmed, mismatchFields: mismatchFieldsOf(found) }, of);
      },
      (errors) => {
        if (droppedFiles.files.length === 0) files.reportMissing();
        const first = uploadFieldNames.find((name) => errors[name]);
        if (first) form.setFocus(first);
      },
    );
    await submit();
  };
  /** Returns what to send for a patient; null if the page shows why nothing can be sent. */
  const createPlan = async (of: Patient | null): Promise<UploadPlan | null> => {
    let plan: UploadPlan | null = null;
    await submitFor(of, async (fields, patient) => {
      const ready = await files.prepareUpload(personIndex);
      if (ready) plan = { ...ready, fields, patientName: patientName(patient) };
    });
    return plan;
  };
  /** Returns whether the exam could be sent now. Shows what is missing. */
  const validate = async (): Promise<boolean> => {
    let isValid = false;
    await submitFor(filePatient.patient, async () => {
      isValid = true;
    });
    return isValid;
  };
  return { form, person, filePatient: { ...filePatient, choose }, reason, mismatch, createPlan, validate };
}
