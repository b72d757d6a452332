import { PortalError } from '@medcloud/contract/caller';
import { sentences } from '@medcloud/contract/sentences';
import type { ExamUpload } from '@medcloud/contract/shapes/exams';
import type { Patient } from '@medcloud/contract/shapes/people';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useCenterDashboard } from '../../calls/medical-center.ts';
import { useShape } from '../../forms/use-shape.ts';
import { dayOf } from '../../kit/dates.ts';
import { useMedia } from '../../kit/media.ts';
import { patientName } from '../../kit/names.ts';
import { centerText } from '../../text/center.ts';
import { useText } from '../../text/language.tsx';
import { useSentence } from '../../text/sentences.ts';
import { useToast } from '../../ui/toast.tsx';
import { examDateProblem, fileProblem } from '../../upload/check-upload.ts';
import { isUnderWay, type Upload } from '../../upload/queue.ts';
import { useUploads } from '../../upload/upload-provider.tsx';
import { UploadFields } from './upload-fields.tsx';
import { UploadFile } from './upload-file.tsx';
import { emptyUpload, type UploadFormFields as Fields, isSamePlan, uploadFieldNames } from './upload-plan.ts';
import { UploadSubmit } from './upload-submit.tsx';

const fetchShape = async () => (await import('@medcloud/contract/shapes/exams')).examUpload;

interface UploadFormProps {
  preselected: Patient | null;
  /** This form's own upload, once it was begun and while the dock lists it. */
  upload: Upload | undefined;
  onUpload: (id: string) => void;
  onNext: () => void;
}

/** The file, and why it or its lack is in the way; in words of the contract. */
function useChosenFile() {
  const t = useText(centerText);
  const sentence = useSentence();
  const toast = useToast();
  const { data } = useCenterDashboard();
  const use = data ? { usedBytes: data.totalStorage, quotaBytes: data.quotaBytes } : null;
  const [file, setFile] = useState<File | null>(null);
  const [problem, setProblem] = useState<'many' | string | undefined>(undefined);
  const choose = (files: readonly File[]) => {
    const [first] = files;
    if (!first) return;
    if (files.length > 1) return setProblem('many');
    const refusal = fileProblem(first, use);
    setProblem(refusal);
    setFile(refusal ? null : first);
  };
  const remove = () => {
    setFile(null);
    setProblem(undefined);
  };
  /** The specification's toast, and the same words beside the file. */
  const missing = () => {
    setProblem(sentences.fileRequired);
    toast({ tone: 'danger', title: t('upload.noFile'), text: t('upload.noFileText') });
  };
  return { file, choose, remove, missing, problem: problem === 'many' ? t('upload.oneFile') : sentence(problem) };
}

/** The portal's field errors of a failed upload, until the next try. */
function refusedFields(upload: Upload | undefined): Map<string, string> {
  const error = upload?.stage.name === 'failed' ? upload.stage.error : undefined;
  const fields = error instanceof PortalError ? error.fields : [];
  return new Map(fields.map(({ field, message }) => [field, message]));
}

/** File and details of one exam. While its upload runs the form waits; a failure leaves everything as it was. */
export function UploadForm({ preselected, upload, onUpload, onNext }: UploadFormProps) {
  const uploads = useUploads();
  const chosen = useChosenFile();
  const [patient, setPatient] = useState(preselected);
  const form = useForm<Fields, unknown, ExamUpload>({
    resolver: useShape<Fields, ExamUpload>(fetchShape),
    defaultValues: { ...emptyUpload, patientId: preselected?.patientId ?? '' },
    shouldFocusError: false, // it would take the order in which React met the fields, not that of the page
  });
  const isOneColumn = useMedia('(width < 64rem)');
  const isBusy = upload !== undefined && isUnderWay(upload);
  const choosePatient = (next: Patient | null) => {
    setPatient(next);
    form.setValue('patientId', next?.patientId ?? '', { shouldValidate: form.formState.isSubmitted });
  };
  const begin = (fields: ExamUpload) => {
    const wrongDate = patient && examDateProblem(fields.examDate, patient.dateOfBirth, dayOf(new Date()));
    if (wrongDate) form.setError('examDate', { type: 'date', message: wrongDate }, { shouldFocus: true });
    if (!chosen.file) chosen.missing();
    if (wrongDate || !chosen.file || !patient) return;
    const plan = { file: chosen.file, fields, patientName: patientName(patient) };
    if (upload && isSamePlan(upload, plan)) return uploads.retry(upload.id);
    if (upload) uploads.remove(upload.id);
    onUpload(uploads.add(plan));
  };
  const submit = form.handleSubmit(begin, (errors) => {
    if (!chosen.file) chosen.missing();
    const first = uploadFieldNames.find((name) => errors[name]);
    if (first) form.setFocus(first);
  });
  const file = <UploadFile {...chosen} locked={isBusy} />;
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
      >
        {isOneColumn && file}
        <UploadSubmit upload={upload} onNext={onNext} />
      </UploadFields>
    </form>
  );
}
