import { type Ref, useImperativeHandle, useRef, useState } from 'react';
import { lazyComponent } from '../../../lib/lazy-component.tsx';
import { patientName } from '../../../lib/names.ts';
import { useText, useUiText } from '../../../text/language.tsx';
import { Button } from '../../../ui/actions/button.tsx';
import { Note } from '../../../ui/feedback/note.tsx';
import { Checkbox } from '../../../ui/forms/checkbox.tsx';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx';
import type { DroppedFiles } from '../../../upload/preflight/use-dropped-files.ts';
import type { UploadPlan } from '../../../upload/queue.ts';
import { useUploads } from '../../../upload/upload-provider.tsx';
import { DroppedFilesSummary } from './dropped-files-summary.tsx';
import { PatientCheck } from './patient-check.tsx';
import { UploadFields } from './upload-fields.tsx';
import { UploadFile } from './upload-file.tsx';
import { useExamForm } from './use-exam-form.ts';
import { useUploadFiles } from './use-upload-files.ts';

const RegisterFromFile = lazyComponent(async () => (await import('./register-from-file.tsx')).RegisterFromFile);

/** What the page asks a person's card. */
interface PersonCardHandle {
  /** The chosen patient's name if the exam can be sent. Null after the card has shown what is missing. */
  validate: () => Promise<string | null>;
  createPlan: () => Promise<UploadPlan | null>;
}

interface PersonCardProps {
  ref: Ref<PersonCardHandle>;
  droppedFiles: DroppedFiles;
  files: ReturnType<typeof useUploadFiles>;
  personIndex: number;
  isLocked: boolean;
}

/** Shows one person of dropped files: whose the files are, their contents, and the fields of the exam. */
function PersonCard({ ref, droppedFiles, files, personIndex, isLocked }: PersonCardProps) {
  const input = { preselected: null, droppedFiles, files, personIndex, isSent: isLocked };
  const { form, person, filePatient, reason, mismatch, createPlan, validate } = useExamForm(input);
  const [isRegistering, setRegistering] = useState(false);
  const { patient } = filePatient;
  useImperativeHandle(ref, () => ({
    validate: async () => ((await validate()) && patient ? patientName(patient) : null),
    createPlan: () => createPlan(patient),
  }));
  if (!person) return null;
  return (
    <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_minmax(20rem,22rem)] xl:grid-cols-[minmax(0,1fr)_25rem]">
      <div className="flex min-w-0 flex-col gap-4 rounded-card border border-line bg-surface p-3 sm:p-4 md:p-5">
        <PatientCheck
          person={person}
          filePatient={filePatient}
          mismatch={mismatch}
          reason={reason}
          onRegister={() => setRegistering(true)}
          isLocked={isLocked}
        />
        <DroppedFilesSummary droppedFiles={droppedFiles} personIndex={personIndex} isLocked={isLocked} />
      </div>
      <UploadFields
        form={form}
        patient={patient}
        onPatient={filePatient.choose}
        serverErrors={new Map()}
        isLocked={isLocked}
        isFilledFromFile
      />
      {isRegistering && (
        <RegisterFromFile
          person={person}
          isOnlyRegistered
          onClose={() => setRegistering(false)}
          onRegistered={(registered) => {
            setRegistering(false);
            filePatient.choose(registered);
          }}
        />
      )}
    </div>
  );
}

/** Sends the exams of several persons' files: one card for each, and one question for all. */
export function SeveralPersons({ droppedFiles, onSent }: { droppedFiles: DroppedFiles; onSent: () => void }) {
  const t = useText('upload.persons');
  const ui = useUiText();
  const uploads = useUploads();
  const files = useUploadFiles(droppedFiles);
  const cards = useRef(new Map<number, PersonCardHandle>());
  const [excluded, setExcluded] = useState<ReadonlySet<number>>(new Set());
  const [names, setNames] = useState<readonly string[] | null>(null);
  const [isSending, setSending] = useState(false);
  const persons = droppedFiles.summary?.persons ?? [];
  const included = persons.map((_, index) => index).filter((index) => !excluded.has(index));
  const ask = async () => {
    const valid: string[] = [];
    for (const index of included) {
      const name = await cards.current.get(index)?.validate();
      if (!name) return document.getElementById(`person-${index}`)?.scrollIntoView({ block: 'start' });
      valid.push(name);
    }
    setNames(valid);
  };
  const send = async () => {
    setSending(true);
    const plans: UploadPlan[] = [];
    for (const index of included) {
      const plan = await cards.current.get(index)?.createPlan();
      if (plan) plans.push(plan);
    }
    setSending(false);
    setNames(null);
    if (plans.length < included.length) return;
    for (const plan of plans) uploads.add(plan);
    onSent();
  };
  return (
    <div className="flex flex-col gap-5">
      <UploadFile
        droppedFiles={droppedFiles}
        choose={async (chosen) => void (await files.choose(chosen))}
        remove={files.remove}
        problem={files.problem}
        isLocked={isSending}
      >
        <Note title={t('title', { count: persons.length })}>{t('text')}</Note>
      </UploadFile>
      {persons.map((person, index) => (
        <section
          key={JSON.stringify(person.spellings)}
          id={`person-${index}`}
          aria-label={t('exam', { number: index + 1, count: persons.length })}
          className="flex scroll-mt-16 flex-col gap-2"
        >
          <div className="flex flex-wrap items-center justify-between gap-x-4">
            <h2 className="text-h2">{t('exam', { number: index + 1, count: persons.length })}</h2>
            <Checkbox
              label={t('include')}
              checked={!excluded.has(index)}
              onChange={(isIncluded) =>
                setExcluded(new Set(isIncluded ? [...excluded].filter((one) => one !== index) : [...excluded, index]))
              }
              disabled={isSending}
            />
          </div>
          {!excluded.has(index) && (
            <PersonCard
              ref={(card) => {
                if (card) cards.current.set(index, card);
                else cards.current.delete(index);
              }}
              droppedFiles={droppedFiles}
              files={files}
              personIndex={index}
              isLocked={isSending}
            />
          )}
        </section>
      ))}
      <Button variant="primary" onClick={() => void ask()} disabled={included.length === 0} className="md:self-end">
        {t('submit', { count: included.length })}
      </Button>
      <ConfirmDialog
        open={names !== null}
        onClose={() => setNames(null)}
        title={t('question', { count: included.length })}
        text={t('questionText')}
        confirmLabel={t('submit', { count: included.length })}
        cancelLabel={ui('action.cancel')}
        onConfirm={() => void send()}
        busy={isSending}
      >
        <ul className="list-disc pl-5">
          {names?.map((name, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two exams can have one patient's name
            <li key={index}>{name}</li>
          ))}
        </ul>
      </ConfirmDialog>
    </div>
  );
}
