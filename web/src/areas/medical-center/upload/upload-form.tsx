import { ApiError } from '@medcloud/contract/api-client';
import type { ExamUpload } from '@medcloud/contract/shapes/exams';
import type { Patient } from '@medcloud/contract/shapes/people';
import { type FormEvent, useId, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useShapeResolver } from '../../../forms/use-shape-resolver.ts';
import { dayOf } from '../../../lib/dates.ts';
import { lazyComponent } from '../../../lib/lazy-component.tsx';
import { useUnsentText } from '../../../lib/leave-guard.ts';
import { patientName } from '../../../lib/names.ts';
import type { DroppedFiles } from '../../../upload/preflight/use-dropped-files.ts';
import {
  loadComparison,
  mismatchFieldsOf,
  usePatientMismatch,
} from '../../../upload/preflight/use-patient-mismatch.ts';
import { isInProgress, type Upload, type UploadPlan } from '../../../upload/queue.ts';
import { useUploads } from '../../../upload/upload-provider.tsx';
import { validateExamDate } from '../../../upload/validate-upload.ts';
import { UploadFields } from './upload-fields.tsx';
import { UploadFile } from './upload-file.tsx';
import { emptyUpload, type UploadFormFields as Fields, isSamePlan, uploadFieldNames } from './upload-plan.ts';
import { UploadSubmit } from './upload-submit.tsx';
import { useFilePatient } from './use-file-patient.ts';
import { prefillFields, usePrefill } from './use-prefill.ts';
import { useReason } from './use-reason.ts';
import { useUploadFiles } from './use-upload-files.ts';

const PatientCheck = lazyComponent(async () => (await import('./patient-check.tsx')).PatientCheck);
const RegisterFromFile = lazyComponent(async () => (await import('./register-from-file.tsx')).RegisterFromFile);
const fetchShape = async () => (await import('@medcloud/contract/shapes/exams')).examUpload;

interface UploadFormProps {
  preselected: Patient | null;
  /** The files and what was read from them. */
  droppedFiles: DroppedFiles;
  /** The form's own upload, after it has started and while the upload list has it. */
  upload: Upload | undefined;
  onUpload: (id: string) => void;
  onNext: () => void;
}

/** Returns the server's field errors of a failed upload, until the next attempt. */
function serverFieldErrors(upload: Upload | undefined): Map<string, string> {
  const error = upload?.stage.name === 'failed' ? upload.stage.error : undefined;
  const fields = error instanceof ApiError ? error.fields : [];
  return new Map(fields.map(({ field, issue }) => [field, issue]));
}

/**
 * Returns the form's values, its files and its patient, and the submit that starts the upload. Nothing is sent while
 * files and patient do not match.
 */
function useUploadForm({ preselected, droppedFiles, upload, onUpload }: Omit<UploadFormProps, 'onNext'>) {
  const uploads = useUploads();
  const files = useUploadFiles(droppedFiles);
  const person = droppedFiles.summary?.persons[droppedFiles.personIndex];
  const filePatient = useFilePatient(person, preselected);
  const { patient } = filePatient;
  const reason = useReason(patient, person);
  const form = useForm<Fields, unknown, ExamUpload>({
    resolver: useShapeResolver<Fields, ExamUpload>(fetchShape),
    defaultValues: { ...emptyUpload, ...prefillFields(person), patientId: preselected?.patientId ?? '' },
    shouldFocusError: false, // React Hook Form would use the order of registration, not that of the page
  });
  const id = useId();
  useUnsentText(form.formState.isDirty && upload === undefined ? id : undefined, 'page');
  const choosePatient = (next: Patient | null) => {
    filePatient.choose(next);
    form.setValue('patientId', next?.patientId ?? '', { shouldValidate: form.formState.isSubmitted });
  };
  const startUpload = async (fields: ExamUpload, patient: Patient | null) => {
    const dateError = patient && validateExamDate(fields.examDate, patient.dateOfBirth, dayOf(new Date()));
    if (dateError) form.setError('examDate', { type: 'date', message: dateError }, { shouldFocus: true });
    if (droppedFiles.files.length === 0) files.reportMissing();
    if (dateError || droppedFiles.files.length === 0 || !patient) return;
    const contents = await droppedFiles.waitForSummary();
    const filePerson = contents?.persons[droppedFiles.personIndex];
    const foundMismatch = filePerson ? (await loadComparison())(filePerson, patient) : null;
    if (foundMismatch && reason.confirmed === undefined) return;
    const ready = await files.prepareUpload();
    if (!ready) return;
    const uploadFields = {
      ...fields,
      mismatchReason: reason.confirmed,
      mismatchFields: mismatchFieldsOf(foundMismatch),
    };
    const plan: UploadPlan = { ...ready, fields: uploadFields, patientName: patientName(patient) };
    if (upload && isSamePlan(upload, plan)) return uploads.retry(upload.id);
    if (upload) uploads.remove(upload.id);
    onUpload(uploads.add(plan));
  };
  /** Submits for a patient, who may be chosen just now, and not shown yet. */
  const submitFor = async (of: Patient | null) => {
    form.setValue('patientId', of?.patientId ?? '');
    await form.handleSubmit(
      (fields) => startUpload(fields, of),
      (errors) => {
        if (droppedFiles.files.length === 0) files.reportMissing();
        const first = uploadFieldNames.find((name) => errors[name]);
        if (first) form.setFocus(first);
      },
    )();
  };
  const isBusy = (upload !== undefined && isInProgress(upload)) || form.formState.isSubmitting;
  return { form, files, filePatient: { ...filePatient, choose: choosePatient }, person, reason, submitFor, isBusy };
}

/** Shows file and details of one exam. The form is locked during its upload. A failure keeps all values. */
export function UploadForm({ onNext, ...props }: UploadFormProps) {
  const { droppedFiles, upload } = props;
  const { form, files, filePatient, person, reason, submitFor, isBusy } = useUploadForm(props);
  const { patient, choose: choosePatient } = filePatient;
  const [isRegistering, setRegistering] = useState(false);
  const { prefill, isPrefilled } = usePrefill(form, person);
  const mismatch = usePatientMismatch(person, patient);
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    void submitFor(patient);
  };
  const handleRegistered = (registered: Patient) => {
    setRegistering(false);
    choosePatient(registered);
    void submitFor(registered);
  };
  return (
    <>
      <form
        noValidate
        onSubmit={handleSubmit}
        className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_minmax(20rem,22rem)] xl:grid-cols-[minmax(0,1fr)_25rem]"
      >
        <UploadFile
          droppedFiles={droppedFiles}
          choose={async (chosen) => prefill(await files.choose(chosen))}
          remove={files.remove}
          problem={files.problem}
          isLocked={isBusy}
        >
          {person && (
            <PatientCheck
              person={person}
              filePatient={filePatient}
              mismatch={mismatch}
              reason={reason}
              onRegister={() => setRegistering(true)}
              isLocked={isBusy}
            />
          )}
        </UploadFile>
        <UploadFields
          form={form}
          patient={patient}
          onPatient={choosePatient}
          serverErrors={serverFieldErrors(upload)}
          isLocked={isBusy}
          isFilledFromFile={isPrefilled}
        >
          <UploadSubmit
            upload={upload}
            onNext={onNext}
            hasOpenMismatch={mismatch !== null && reason.confirmed === undefined}
          />
        </UploadFields>
      </form>
      {isRegistering && person && (
        <RegisterFromFile person={person} onClose={() => setRegistering(false)} onRegistered={handleRegistered} />
      )}
    </>
  );
}
