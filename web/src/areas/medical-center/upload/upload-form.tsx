import { ApiError } from '@medcloud/contract/api-client';
import type { Patient } from '@medcloud/contract/shapes/people';
import { type FormEvent, useState } from 'react';
import { lazyComponent } from '../../../lib/lazy-component.tsx';
import type { DroppedFiles } from '../../../upload/preflight/use-dropped-files.ts';
import { isInProgress, type Upload } from '../../../upload/queue.ts';
import { useUploads } from '../../../upload/upload-provider.tsx';
import { UploadFields } from './upload-fields.tsx';
import { UploadFile } from './upload-file.tsx';
import { isSamePlan } from './upload-plan.ts';
import { UploadSubmit } from './upload-submit.tsx';
import { useExamForm } from './use-exam-form.ts';
import { usePrefill } from './use-prefill.ts';
import { useUploadFiles } from './use-upload-files.ts';

const PatientCheck = lazyComponent(async () => (await import('./patient-check.tsx')).PatientCheck);
const RegisterFromFile = lazyComponent(async () => (await import('./register-from-file.tsx')).RegisterFromFile);

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

/** Shows file and details of one exam. The form is locked during its upload. A failure keeps all values. */
export function UploadForm({ onNext, ...props }: UploadFormProps) {
  const { droppedFiles, upload, onUpload, preselected } = props;
  const uploads = useUploads();
  const files = useUploadFiles(droppedFiles);
  const examForm = useExamForm({ preselected, droppedFiles, files, personIndex: 0, isSent: upload !== undefined });
  const { form, filePatient, person, reason, mismatch, createPlan } = examForm;
  const { patient, choose: choosePatient } = filePatient;
  const [isRegistering, setRegistering] = useState(false);
  const { prefill, isPrefilled } = usePrefill(form, person);
  const isBusy = (upload !== undefined && isInProgress(upload)) || form.formState.isSubmitting;
  /** Starts the upload for a patient, who may be chosen just now and not be shown yet. */
  const submitFor = async (of: Patient | null) => {
    const plan = await createPlan(of);
    if (!plan) return;
    if (upload && isSamePlan(upload, plan)) return uploads.retry(upload.id);
    if (upload) uploads.remove(upload.id);
    onUpload(uploads.add(plan));
  };
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
