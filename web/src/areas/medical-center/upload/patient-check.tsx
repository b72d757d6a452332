import { limits } from '@medcloud/contract/limits';
import type { PatientMismatch } from '@medcloud/contract/patient-check/find-patient-mismatch';
import type { Patient } from '@medcloud/contract/shapes/people';
import { type FormEvent, useState } from 'react';
import { classes } from '../../../lib/classes.ts';
import { patientName } from '../../../lib/names.ts';
import { useText, useUiText } from '../../../text/language.tsx';
import { Button } from '../../../ui/actions/button.tsx';
import { Note } from '../../../ui/feedback/note.tsx';
import { Field } from '../../../ui/forms/field.tsx';
import { TextArea } from '../../../ui/forms/text-area.tsx';
import { PatientComparison } from '../../../upload/patient-comparison.tsx';
import type { DropPerson } from '../../../upload/preflight/summarize-drop.ts';
import { FileMatch } from './file-match.tsx';
import type { FilePatient } from './use-file-patient.ts';
import type { Reason } from './use-reason.ts';

// on a phone there is no room beside the note's icon, and a long name needs several lines
const belowIcon = 'max-md:-ml-8';
const fullWidthClass = 'max-md:h-auto max-md:min-h-11 max-md:w-full max-md:py-2 max-md:whitespace-normal';

/** Shows the id without a line break at its hyphen. */
function PatientId({ patient }: { patient: Patient }) {
  return <span className="whitespace-nowrap code">{patient.patientId}</span>;
}

interface PatientCheckProps {
  person: DropPerson;
  filePatient: FilePatient;
  mismatch: PatientMismatch | null;
  reason: Reason;
  onRegister: () => void;
  isLocked: boolean;
}

/**
 * Suggests the patient the files belong to, or lists how they differ from the selected patient. Must be resolved before
 * the upload starts.
 */
export function PatientCheck({ person, filePatient, mismatch, reason, onRegister, isLocked }: PatientCheckProps) {
  const t = useText('upload.droppedFiles');
  const { patient, isFromFile, match, choose } = filePatient;
  if (patient === null || isFromFile)
    return <FileMatch person={person} filePatient={filePatient} onRegister={onRegister} isLocked={isLocked} />;
  if (mismatch?.cause !== 'patient-mismatch') return null;
  const isNamed = match?.kind === 'sure' || match?.kind === 'likely';
  const namedPatient = isNamed ? match.candidates[0]?.patient : undefined;
  const name = patientName(patient);
  if (reason.confirmed !== undefined) {
    return (
      <Note
        variant="warning"
        title={t('other.confirmed', { name, reason: reason.confirmed })}
        actions={
          <Button size="small" onClick={() => reason.confirm(undefined)} disabled={isLocked}>
            {t('other.change')}
          </Button>
        }
      />
    );
  }
  return (
    <MismatchNote
      mismatch={mismatch}
      patient={patient}
      namedPatient={namedPatient}
      onPatient={choose}
      reason={reason}
    />
  );
}

interface MismatchNoteProps {
  mismatch: Extract<PatientMismatch, { cause: 'patient-mismatch' }>;
  patient: Patient;
  namedPatient: Patient | undefined;
  onPatient: (patient: Patient) => void;
  reason: Reason;
}

function MismatchNote({ mismatch: { differences }, patient, namedPatient, onPatient, reason }: MismatchNoteProps) {
  const t = useText('upload.droppedFiles');
  const mismatch = useText('exams.mismatch');
  const fields = differences.map(({ field }) => mismatch(`field.${field}`)).join(', ');
  const name = patientName(patient);
  return (
    <Note variant="warning" live="alert" title={t('other.title')}>
      <p>
        {t('other.fields', { fields })}
        {namedPatient && (
          <>
            {' '}
            {t('other.match', { name: patientName(namedPatient) })} <PatientId patient={namedPatient} />
          </>
        )}
      </p>
      <div className={classes('my-3', belowIcon)}>
        <PatientComparison differences={differences} recordLabel={mismatch('chosen')} />
      </div>
      {reason.draft !== undefined ? (
        <ReasonForm text={reason.draft} reason={reason} />
      ) : (
        <div className={classes('flex flex-wrap items-center gap-2', belowIcon)}>
          {namedPatient && (
            <Button variant="primary" size="small" className={fullWidthClass} onClick={() => onPatient(namedPatient)}>
              {t('other.switchTo', { name: patientName(namedPatient) })}
            </Button>
          )}
          <Button size="small" className={fullWidthClass} onClick={() => reason.edit('')}>
            {t('other.anyway', { name })}
          </Button>
          <span className="text-ink-muted">{t('other.asks')}</span>
        </div>
      )}
    </Note>
  );
}

/** Asks for a reason. It is not a form element, because it is inside the upload's form, so Enter does not submit it. */
function ReasonForm({ text, reason }: { text: string; reason: Reason }) {
  const t = useText('upload.droppedFiles');
  const ui = useUiText();
  const validation = useText('validation');
  const [isMissing, setMissing] = useState(false);
  const confirm = () => {
    if (text.trim() === '') return setMissing(true);
    reason.confirm(text.trim());
  };
  return (
    <div className={classes('flex flex-col gap-3', belowIcon)}>
      <Field
        label={t('other.reason')}
        help={t('other.reasonHelp')}
        error={isMissing ? validation('reason_required') : undefined}
      >
        <TextArea
          rows={2}
          maxLength={limits.reasonMax}
          value={text}
          autoFocus
          onInput={(event: FormEvent<HTMLTextAreaElement>) => reason.edit(event.currentTarget.value)}
        />
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button size="small" variant="primary" onClick={confirm}>
          {t('other.confirm')}
        </Button>
        <Button size="small" variant="ghost" onClick={() => reason.edit(undefined)}>
          {ui('action.cancel')}
        </Button>
      </div>
    </div>
  );
}
