import { comparePatients, type PatientInFile } from '@medcloud/contract/guard/compare-patients';
import type { Doubt } from '@medcloud/contract/guard/judge-patients';
import { limits } from '@medcloud/contract/limits';
import type { Patient } from '@medcloud/contract/shapes/people';
import { type FormEvent, useState } from 'react';
import { usePatientChoices } from '../../../calls/medical-center.ts';
import { classes } from '../../../lib/classes.ts';
import { patientName } from '../../../lib/names.ts';
import { dropText } from '../../../text/drop.ts';
import { useText } from '../../../text/language.tsx';
import { mismatchText } from '../../../text/mismatch.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { Note } from '../../../ui/feedback/note.tsx';
import { Field } from '../../../ui/forms/field.tsx';
import { TextArea } from '../../../ui/forms/text-area.tsx';
import { Differences } from '../../../upload/differences.tsx';
import type { PersonFound } from '../../../upload/preflight/drop-found.ts';
import type { Reason } from './use-reason.ts';

/** The center's own patient whom the files name, where it is one and nothing differs. */
function useNamed(person: PersonFound): Patient | undefined {
  const writing = person.writings.find(({ name }) => name !== null);
  const surname = writing?.name?.split('=')[0]?.split('^')[0]?.trim() ?? '';
  const { rows } = usePatientChoices(surname, surname !== '');
  const matching = rows?.filter((patient) => isNamed(person.writings, patient)) ?? [];
  return matching.length === 1 ? matching[0] : undefined;
}

/** A name alone is too little to propose somebody. */
function isNamed(writings: readonly PatientInFile[], patient: Patient): boolean {
  const record = { ...patient, amka: null, isNumberOfAnother: false };
  return (
    writings.some(({ name, birthDate }) => name !== null && birthDate !== null) &&
    writings.every((writing) => comparePatients(writing, record).kind !== 'different')
  );
}

// on a phone there is no room beside the note's icon, nor for a long name on one line
const belowIcon = 'max-md:-ml-8';
const wholeName = 'max-md:h-auto max-md:min-h-11 max-md:w-full max-md:py-2 max-md:whitespace-normal';

/** Its hyphen is no place to break a line. */
function PatientId({ of }: { of: Patient }) {
  return <span className="whitespace-nowrap code">{of.patientId}</span>;
}

interface DropPatientProps {
  person: PersonFound;
  patient: Patient | null;
  doubt: Doubt | null;
  reason: Reason;
  onPatient: (patient: Patient) => void;
  locked: boolean;
}

/** Whose the files are: the patient to choose, or what differs from the chosen one, to be settled before anything is sent. */
export function DropPatient({ person, patient, doubt, reason, onPatient, locked }: DropPatientProps) {
  const t = useText(dropText);
  const named = useNamed(person);
  if (patient === null) {
    if (!named) return null;
    const name = patientName(named);
    return (
      <Note
        title={t('known', { name })}
        actions={
          <Button size="small" onClick={() => onPatient(named)} disabled={locked}>
            {t('choose', { name })}
          </Button>
        }
      >
        <PatientId of={named} />
      </Note>
    );
  }
  if (doubt?.cause !== 'patient-mismatch') return null;
  const name = patientName(patient);
  if (reason.given !== undefined) {
    return (
      <Note
        tone="warning"
        title={t('other.confirmed', { name, reason: reason.given })}
        actions={
          <Button size="small" onClick={() => reason.give(undefined)} disabled={locked}>
            {t('other.change')}
          </Button>
        }
      />
    );
  }
  return <Doubted doubt={doubt} patient={patient} named={named} onPatient={onPatient} reason={reason} />;
}

interface DoubtedProps {
  doubt: Extract<Doubt, { cause: 'patient-mismatch' }>;
  patient: Patient;
  named: Patient | undefined;
  onPatient: (patient: Patient) => void;
  reason: Reason;
}

function Doubted({ doubt: { differences }, patient, named, onPatient, reason }: DoubtedProps) {
  const t = useText(dropText);
  const mismatch = useText(mismatchText);
  const fields = differences.map(({ field }) => mismatch(`field.${field}`)).join(', ');
  const name = patientName(patient);
  return (
    <Note tone="warning" live="alert" title={t('other.title')}>
      <p>
        {t(differences.length === 1 ? 'other.field' : 'other.fields', { fields })}
        {named && (
          <>
            {' '}
            {t('other.match', { name: patientName(named) })} <PatientId of={named} />
          </>
        )}
      </p>
      <div className={classes('my-3', belowIcon)}>
        <Differences differences={differences} ours={mismatch('chosen')} />
      </div>
      {reason.typed !== undefined ? (
        <ReasonAsked text={reason.typed} reason={reason} />
      ) : (
        <div className={classes('flex flex-wrap items-center gap-2', belowIcon)}>
          {named && (
            <Button variant="primary" size="small" className={wholeName} onClick={() => onPatient(named)}>
              {t('other.switchTo', { name: patientName(named) })}
            </Button>
          )}
          <Button size="small" className={wholeName} onClick={() => reason.type('')}>
            {t('other.anyway', { name })}
          </Button>
          <span className="text-ink-muted">{t('other.asks')}</span>
        </div>
      )}
    </Note>
  );
}

/** Stands inside the form of the upload, so it is none itself: Enter in it sends nothing. */
function ReasonAsked({ text, reason }: { text: string; reason: Reason }) {
  const t = useText(dropText);
  const [isMissing, setMissing] = useState(false);
  const confirm = () => {
    if (text.trim() === '') return setMissing(true);
    reason.give(text.trim());
  };
  return (
    <div className={classes('flex flex-col gap-3', belowIcon)}>
      <Field
        label={t('other.reason')}
        help={t('other.reasonHelp')}
        error={isMissing ? t('other.reasonMissing') : undefined}
      >
        <TextArea
          rows={2}
          maxLength={limits.reasonMax}
          value={text}
          autoFocus
          onInput={(event: FormEvent<HTMLTextAreaElement>) => reason.type(event.currentTarget.value)}
        />
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button size="small" variant="primary" onClick={confirm}>
          {t('other.confirm')}
        </Button>
        <Button size="small" variant="ghost" onClick={() => reason.type(undefined)}>
          {t('other.keep')}
        </Button>
      </div>
    </div>
  );
}
