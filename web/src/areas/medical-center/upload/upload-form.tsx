import { PortalError } from '@medcloud/contract/caller';
import type { ExamUpload } from '@medcloud/contract/shapes/exams';
import type { Patient } from '@medcloud/contract/shapes/people';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useShape } from '../../../forms/use-shape.ts';
import { dayOf } from '../../../lib/dates.ts';
import { useMedia } from '../../../lib/media.ts';
import { patientName } from '../../../lib/names.ts';
import { later } from '../../../ui/feedback/later.tsx';
import { examDateProblem } from '../../../upload/check-upload.ts';
import type { DroppedFile } from '../../../upload/preflight/dropped-files.ts';
import { fetchJudge, fieldsOf, useDoubt } from '../../../upload/preflight/use-doubt.ts';
import type { Drop } from '../../../upload/preflight/use-drop.ts';
import { isUnderWay, type Upload, type UploadPlan } from '../../../upload/queue.ts';
import { useUploads } from '../../../upload/upload-provider.tsx';
import { UploadFields } from './upload-fields.tsx';
import { UploadFile } from './upload-file.tsx';
import { emptyUpload, type UploadFormFields as Fields, isSamePlan, uploadFieldNames } from './upload-plan.ts';
import { UploadSubmit } from './upload-submit.tsx';
import { filledFrom, usePrefill } from './use-prefill.ts';
import { useReason } from './use-reason.ts';
import { useUploadFiles } from './use-upload-files.ts';

const DropPatient = later(async () => (await import('./drop-patient.tsx')).DropPatient);
const fetchShape = async () => (await import('@medcloud/contract/shapes/exams')).examUpload;

interface UploadFormProps {
  preselected: Patient | null;
  /** The files, and what was read of them. */
  drop: Drop;
  /** This form's own upload, once it was begun and while the dock lists it. */
  upload: Upload | undefined;
  onUpload: (id: string) => void;
  onNext: () => void;
}

/** The portal's field errors of a failed upload, until the next try. */
function refusedFields(upload: Upload | undefined): Map<string, string> {
  const error = upload?.stage.name === 'failed' ? upload.stage.error : undefined;
  const fields = error instanceof PortalError ? error.fields : [];
  return new Map(fields.map(({ field, message }) => [field, message]));
}

/** File and details of one exam. While its upload runs the form waits; a failure leaves everything as it was. */
export function UploadForm({ preselected, drop, upload, onUpload, onNext }: UploadFormProps) {
  const uploads = useUploads();
  const files = useUploadFiles(drop);
  const [patient, setPatient] = useState(preselected);
  const person = drop.found?.persons[drop.person];
  const reason = useReason(patient, person);
  const form = useForm<Fields, unknown, ExamUpload>({
    resolver: useShape<Fields, ExamUpload>(fetchShape),
    defaultValues: { ...emptyUpload, ...filledFrom(person), patientId: preselected?.patientId ?? '' },
    shouldFocusError: false, // it would take the order in which React met the fields, not that of the page
  });
  const { prefill, isFilled } = usePrefill(form, person);
  const doubt = useDoubt(person, patient);
  const isOneColumn = useMedia('(width < 64rem)');
  const isBusy = (upload !== undefined && isUnderWay(upload)) || form.formState.isSubmitting;
  const choosePatient = (next: Patient | null) => {
    setPatient(next);
    form.setValue('patientId', next?.patientId ?? '', { shouldValidate: form.formState.isSubmitted });
  };
  const choose = async (chosen: readonly DroppedFile[]) => prefill(await files.choose(chosen));
  const begin = async (fields: ExamUpload) => {
    const wrongDate = patient && examDateProblem(fields.examDate, patient.dateOfBirth, dayOf(new Date()));
    if (wrongDate) form.setError('examDate', { type: 'date', message: wrongDate }, { shouldFocus: true });
    if (drop.files.length === 0) files.missing();
    if (wrongDate || drop.files.length === 0 || !patient) return;
    const found = await drop.settled();
    const whose = found?.persons[drop.person];
    // the page asks whose it is: nothing is sent before it is settled
    const judged = whose ? (await fetchJudge())(whose, patient) : null;
    if (judged && reason.given === undefined) return;
    const ready = await files.toSend();
    if (!ready) return;
    const given = { ...fields, mismatchReason: reason.given, mismatchFields: fieldsOf(judged) };
    const plan: UploadPlan = { ...ready, fields: given, patientName: patientName(patient) };
    if (upload && isSamePlan(upload, plan)) return uploads.retry(upload.id);
    if (upload) uploads.remove(upload.id);
    onUpload(uploads.add(plan));
  };
  const submit = form.handleSubmit(begin, (errors) => {
    if (drop.files.length === 0) files.missing();
    const first = uploadFieldNames.find((name) => errors[name]);
    if (first) form.setFocus(first);
  });
  const file = (
    <UploadFile drop={drop} choose={choose} remove={files.remove} problem={files.problem} locked={isBusy}>
      {person && (
        <DropPatient
          person={person}
          patient={patient}
          doubt={doubt}
          reason={reason}
          onPatient={choosePatient}
          locked={isBusy}
        />
      )}
    </UploadFile>
  );
  return (
    <form
      noValidate
      onSubmit={(event) => void submit(event)}
      className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_minmax(20rem,22rem)] xl:grid-cols-[minmax(0,1fr)_25rem]"
    >
      {!isOneColumn && file}
      <UploadFields
        form={form}
        patient={patient}
        onPatient={choosePatient}
        refused={refusedFields(upload)}
        locked={isBusy}
        filledFromFile={isFilled}
      >
        {isOneColumn && file}
        <UploadSubmit upload={upload} onNext={onNext} isUnsettled={doubt !== null && reason.given === undefined} />
      </UploadFields>
    </form>
  );
}
