import { isPlaceholderName } from '@medcloud/contract/patient-check/match-patient';
import { registerPatient } from '@medcloud/contract/routes/medical-center';
import type { PatientMatchReply } from '@medcloud/contract/shapes/patient-match';
import type { Patient } from '@medcloud/contract/shapes/people';
import { UserPlus } from 'lucide-react';
import { useMay } from '../../../app/session/use-may.ts';
import { patientName } from '../../../lib/names.ts';
import { useText } from '../../../text/language.tsx';
import { Button } from '../../../ui/actions/button.tsx';
import { Note } from '../../../ui/feedback/note.tsx';
import { type ComparedField, PatientComparison } from '../../../upload/patient-comparison.tsx';
import type { DropPerson } from '../../../upload/preflight/summarize-drop.ts';
import { readableName } from '../../../upload/readable-name.ts';
import { usePatientSummary } from '../shared/use-patient-summary.ts';
import type { FilePatient } from './use-file-patient.ts';

type Candidate = PatientMatchReply['candidates'][number];

// on a phone there is no room beside the note's icon, and a long name needs several lines
const belowIcon = 'max-md:-ml-8';
const fullWidthClass = 'max-md:h-auto max-md:min-h-11 max-md:w-full max-md:py-2 max-md:whitespace-normal';

interface FileMatchProps {
  person: DropPerson;
  filePatient: FilePatient;
  onRegister: () => void;
  isLocked: boolean;
}

/** Says whose the files are, with both sides: selected, proposed, or to choose from. Offers to register the person. */
export function FileMatch({ person, filePatient, onRegister, isLocked }: FileMatchProps) {
  const t = useText('upload.match');
  const { patient, isFromFile, match, hasFailed, choose } = filePatient;
  if (hasFailed) return <Note live="status" title={t('failed')} />;
  if (!match) return null;
  const [first] = match.candidates;
  const title = first && match.kind !== 'unknown' ? t(match.kind, { name: patientName(first.patient) }) : t('unknown');
  const isSure = isFromFile && patient !== null && first !== undefined;
  return (
    <Note variant={isSure ? 'success' : 'info'} live="status" title={title}>
      {isSure ? (
        <>
          <p className="text-ink-muted">{t(`by.${match.by ?? 'number'}`)}</p>
          <CandidateFields candidate={first} person={person} />
          <Button size="small" className={fullWidthClass} onClick={() => choose(null)} disabled={isLocked}>
            {t('another')}
          </Button>
        </>
      ) : (
        <Proposals match={match} person={person} onPatient={choose} onRegister={onRegister} isLocked={isLocked} />
      )}
    </Note>
  );
}

interface ProposalsProps {
  match: PatientMatchReply;
  person: DropPerson;
  onPatient: (patient: Patient) => void;
  onRegister: () => void;
  isLocked: boolean;
}

function Proposals({ match, person, onPatient, onRegister, isLocked }: ProposalsProps) {
  const t = useText('upload.match');
  const may = useMay();
  const isOne = match.kind === 'likely';
  const name = person.spellings.map((spelling) => spelling.name).find((one) => !isPlaceholderName(one));
  return (
    <>
      {match.kind === 'unknown' && match.candidates.length > 0 && <p>{t('similar')}</p>}
      <ul className="flex flex-col gap-3">
        {match.candidates.map((candidate) => (
          <li key={candidate.patient.id}>
            <CandidateFields candidate={candidate} person={person} />
            <Button
              {...(isOne ? { variant: 'primary' } : {})}
              size="small"
              className={fullWidthClass}
              onClick={() => onPatient(candidate.patient)}
              disabled={isLocked}
            >
              {t('choose', { name: patientName(candidate.patient) })}
            </Button>
          </li>
        ))}
      </ul>
      {may(registerPatient) && (
        <div className={match.candidates.length > 0 ? 'mt-3' : 'mt-1'}>
          <Button
            variant={match.candidates.length === 0 ? 'primary' : 'ghost'}
            size="small"
            icon={UserPlus}
            className={fullWidthClass}
            onClick={onRegister}
            disabled={isLocked}
          >
            {name ? t('register', { name: readableName(name) }) : t('registerNew')}
          </Button>
        </div>
      )}
    </>
  );
}

/** Shows a candidate's record beside the files' values. */
function CandidateFields({
  candidate: { patient, differences },
  person,
}: {
  candidate: Candidate;
  person: DropPerson;
}) {
  const t = useText('exams.mismatch');
  const summary = usePatientSummary();
  return (
    <div className={`my-2 ${belowIcon}`}>
      <p className="mb-1 code">{summary(patient)}</p>
      <PatientComparison differences={compareFields(patient, person, differences)} recordLabel={t('record')} />
    </div>
  );
}

const sexOf = { Male: 'M', Female: 'F', Other: '' } as const;

/** Returns name, birth date and sex of record and files, and what else differs. */
function compareFields(
  patient: Patient,
  { spellings }: DropPerson,
  differences: Candidate['differences'],
): ComparedField[] {
  const inFile = (field: 'name' | 'birthDate' | 'sex') =>
    spellings.map((spelling) => spelling[field]).find((value) => value !== null) ?? '';
  const same: ComparedField[] = [
    { field: 'name', ours: `${patient.lastName}^${patient.firstName}`, theirs: inFile('name'), isSame: true },
    { field: 'birthDate', ours: patient.dateOfBirth, theirs: inFile('birthDate'), isSame: true },
    { field: 'sex', ours: sexOf[patient.gender], theirs: inFile('sex'), isSame: true },
  ];
  const others = differences.filter(({ field }) => field === 'number');
  return [...same.map((one) => differences.find(({ field }) => field === one.field) ?? one), ...others];
}
