import { PortalError } from '@medcloud/contract/caller';
import { faults } from '@medcloud/contract/faults';
import { sentences } from '@medcloud/contract/sentences';
import type { ExamUpload } from '@medcloud/contract/shapes/exams';
import type { Patient } from '@medcloud/contract/shapes/people';
import { useState } from 'react';
import { type UseFormReturn, useForm } from 'react-hook-form';
import { useCenterDashboard } from '../../calls/medical-center.ts';
import { useShape } from '../../forms/use-shape.ts';
import { dayOf } from '../../kit/dates.ts';
import { useMedia } from '../../kit/media.ts';
import { patientName } from '../../kit/names.ts';
import { centerText } from '../../text/center.ts';
import { dropText } from '../../text/drop.ts';
import { useText } from '../../text/language.tsx';
import { useSentence } from '../../text/sentences.ts';
import { later } from '../../ui/later.tsx';
import { useToast } from '../../ui/toast.tsx';
import { examDateProblem, fileProblem } from '../../upload/check-upload.ts';
import { DropUnreadable } from '../../upload/preflight/ask-worker.ts';
import { type PersonFound, prefillOf } from '../../upload/preflight/drop-found.ts';
import type { DroppedFile } from '../../upload/preflight/dropped-files.ts';
import { fetchJudge, useDoubt } from '../../upload/preflight/use-doubt.ts';
import type { Drop } from '../../upload/preflight/use-drop.ts';
import { isUnderWay, type Upload } from '../../upload/queue.ts';
import { readableName } from '../../upload/readable-name.ts';
import { useUploads } from '../../upload/upload-provider.tsx';
import { UploadFields } from './upload-fields.tsx';
import { UploadFile } from './upload-file.tsx';
import { emptyUpload, type UploadFormFields as Fields, isSamePlan, uploadFieldNames } from './upload-plan.ts';
import { UploadSubmit } from './upload-submit.tsx';

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

/** Why the files or their lack are in the way; in words of the contract. */
function useFileProblem(drop: Drop) {
  const t = useText(centerText);
  const drops = useText(dropText);
  const sentence = useSentence();
  const toast = useToast();
  const { data } = useCenterDashboard();
  const use = data ? { usedBytes: data.totalStorage, quotaBytes: data.quotaBytes } : null;
  const [problem, setProblem] = useState<string | undefined>(undefined);
  /** Takes files if they may be sent at all; answers whom they name. */
  const choose = async (files: readonly DroppedFile[]): Promise<PersonFound | undefined> => {
    const [first] = files;
    if (!first) return undefined;
    const refusal = files.length === 1 ? fileProblem(first.file, use) : undefined;
    setProblem(refusal);
    if (refusal === undefined) return await drop.choose(files);
    drop.remove();
    return undefined;
  };
  const remove = () => {
    drop.remove();
    setProblem(undefined);
  };
  /** The file that is sent, packed where there are several; undefined where the page now says why it cannot be. */
  const toSend = async (): Promise<File | undefined> => {
    try {
      const file = await drop.toSend();
      const found = await drop.settled();
      const isNoExam = drop.files.length > 1 && found?.persons.length === 0;
      const refusal = file && (isNoExam ? faults.unsupported_type.message : fileProblem(file, use));
      setProblem(file ? refusal || undefined : drops('nothingTicked'));
      return file && !refusal ? file : undefined;
    } catch (error) {
      if (!(error instanceof DropUnreadable)) throw error;
      setProblem(drops('unreadable'));
      return undefined;
    }
  };
  /** The specification's toast, and the same words beside the file. */
  const missing = () => {
    setProblem(sentences.fileRequired);
    toast({ tone: 'danger', title: t('upload.noFile'), text: t('upload.noFileText') });
  };
  return { choose, remove, toSend, missing, problem: sentence(problem) };
}

/** Fields that the files fill in, as long as nobody typed something else there. */
function usePrefill(form: UseFormReturn<Fields, unknown, ExamUpload>, first: PersonFound | undefined) {
  const [filled, setFilled] = useState(() => filledFrom(first));
  const prefill = (person: PersonFound | undefined) => {
    const next = filledFrom(person);
    for (const name of ['examType', 'examDate', 'referringPhysician'] as const) {
      const typed = form.getValues(name);
      if (typed !== '' && typed !== filled[name]) continue;
      form.setValue(name, next[name], { shouldValidate: form.formState.isSubmitted });
    }
    setFilled(next);
  };
  return { prefill, isFilled: filled.examType !== '' || filled.examDate !== '' };
}

function filledFrom(person: PersonFound | undefined): Pick<Fields, 'examType' | 'examDate' | 'referringPhysician'> {
  if (!person) return { examType: '', examDate: '', referringPhysician: '' };
  const { examType, examDate, physician } = prefillOf(person);
  return { examType, examDate, referringPhysician: readableName(physician) };
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
  const files = useFileProblem(drop);
  const [patient, setPatient] = useState(preselected);
  const [reason, setReason] = useState<{ patientId: string; text: string } | null>(null);
  const person = drop.found?.persons[drop.person];
  const form = useForm<Fields, unknown, ExamUpload>({
    resolver: useShape<Fields, ExamUpload>(fetchShape),
    defaultValues: { ...emptyUpload, ...filledFrom(person), patientId: preselected?.patientId ?? '' },
    shouldFocusError: false, // it would take the order in which React met the fields, not that of the page
  });
  const { prefill, isFilled } = usePrefill(form, person);
  const doubt = useDoubt(person, patient);
  const reasonGiven = patient && reason?.patientId === patient.patientId ? reason.text : undefined;
  const isOneColumn = useMedia('(width < 64rem)');
  const isBusy = (upload !== undefined && isUnderWay(upload)) || form.formState.isSubmitting;
  const choosePatient = (next: Patient | null) => {
    setPatient(next);
    form.setValue('patientId', next?.patientId ?? '', { shouldValidate: form.formState.isSubmitted });
  };
  const choose = async (chosen: readonly DroppedFile[]) => {
    const named = await files.choose(chosen);
    if (named) prefill(named);
  };
  const begin = async (fields: ExamUpload) => {
    const wrongDate = patient && examDateProblem(fields.examDate, patient.dateOfBirth, dayOf(new Date()));
    if (wrongDate) form.setError('examDate', { type: 'date', message: wrongDate }, { shouldFocus: true });
    if (drop.files.length === 0) files.missing();
    if (wrongDate || drop.files.length === 0 || !patient) return;
    const found = await drop.settled();
    const whose = found?.persons[drop.person];
    // the page shows it and asks: nothing is sent before it is settled
    if (whose && reasonGiven === undefined && (await fetchJudge())(whose, patient)) return;
    const file = await files.toSend();
    if (!file) return;
    const plan = { file, fields: { ...fields, mismatchReason: reasonGiven }, patientName: patientName(patient) };
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
          reason={reasonGiven}
          onPatient={choosePatient}
          onReason={(text) => setReason(patient && text !== undefined ? { patientId: patient.patientId, text } : null)}
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
        <UploadSubmit upload={upload} onNext={onNext} isUnsettled={doubt !== null && reasonGiven === undefined} />
      </UploadFields>
    </form>
  );
}
