import { dayIn, type Exam, type ExamType, routes } from '@medcloud/contract';
import type { Client } from '@medcloud/server/test/harness/client.ts';
import { filePart, multipart, sendBody } from '@medcloud/server/test/harness/multipart.ts';
import { Seeded } from '@medcloud/server/test/phantom/seeded.ts';
import { later } from '../calendar.ts';
import { notes, physicians, withdrawals } from '../cast/notes.ts';
import { wellKnown } from '../cast/patients.ts';
import { type ExamKind, examFile } from '../exams/exam-file.ts';
import type { Chore, Stage } from '../stage.ts';
import type { Registered } from './patients.ts';
import { oneOf, pick, workingHour } from './rhythm.ts';

/** An exam to be uploaded: of whom, and whose name stands in the file. */
interface Upload {
  readonly at: Date;
  readonly patient: Registered;
  readonly kind: ExamKind;
  readonly seed: number;
  /** Somebody else's exam, uploaded to this patient by mistake. */
  readonly inFile?: Registered;
  afterwards?(center: Client, exam: Exam): Promise<void>;
}

const kinds: readonly (readonly [ExamKind, number])[] = [
  ['xray', 0.28],
  ['ultrasound', 0.56],
  ['mri', 0.82],
  ['ct', 0.97],
  ['pet-ct', 1],
];
/** Minutes ago of what came in since the doors opened, so that there is news whenever the demonstration is made. */
const recent = [312, 205, 148, 71, 24];
const volumeDaysAgo = 3;
const infant = '2015';

/** Every upload of the year: each patient's own, the news, the big one, and what went wrong. */
export function examChores(stage: Stage, patients: readonly Registered[]): Chore[] {
  const random = new Seeded('exams');
  const scanned = patients.filter(({ cast }) => cast.exams > 0);
  const uploads = [
    ...scanned.flatMap((patient) => ownExams(stage, patient, random)),
    ...recentExams(stage, scanned, random),
    ...volume(stage, patients),
    ...mistakes(stage, patients),
    ...bloodTests(stage, scanned),
  ];
  return uploads.map((upload, index) =>
    uploadChore(stage, { ...upload, seed: index + 1 }, new Seeded(`exam/${index}`)),
  );
}

function ownExams({ calendar, size }: Stage, patient: Registered, random: Seeded): Upload[] {
  const { exams, registeredDaysAgo } = patient.cast;
  // nobody is scanned several times within a few days
  const count = Math.max(1, Math.min(Math.round(exams * size.examShare), Math.floor(registeredDaysAgo / 12)));
  return Array.from({ length: count }, (_, index) => {
    const at = index === 0 ? later(patient.at, 14) : workingHour(random, calendar, registeredDaysAgo - 1);
    return {
      at: at < patient.at ? later(patient.at, 20 + index) : at,
      patient,
      kind: kindFor(patient, random),
      seed: 0,
    };
  });
}

function kindFor({ cast }: Registered, random: Seeded): ExamKind {
  const drawn = random.between(0, 1);
  const kind = kinds.find(([, upTo]) => drawn < upTo)?.[0] ?? 'xray';
  // no chest CT of a child
  return cast.person.birthDate > infant ? 'ultrasound' : kind;
}

function recentExams({ calendar }: Stage, patients: readonly Registered[], random: Seeded): Upload[] {
  const adults = patients.filter(({ cast }) => cast.registeredDaysAgo > 1 && cast.person.birthDate < infant);
  return recent.map((minutes) => {
    const patient = pick(random, adults);
    return { at: calendar.minutesAgo(minutes), patient, kind: kindFor(patient, random), seed: 0 };
  });
}

/** The CT with hundreds of slices, of the patient whom the demonstration's doctor may see. */
function volume({ calendar }: Stage, patients: readonly Registered[]): Upload[] {
  const patient = named(patients, wellKnown);
  return [{ at: calendar.at(volumeDaysAgo, 11.4), patient, kind: 'volume', seed: 0 }];
}

/** Laboratories' reports: of the patient whom the demonstration's doctor may see, and of every fifth besides. */
function bloodTests({ calendar }: Stage, patients: readonly Registered[]): Upload[] {
  const random = new Seeded('blood');
  return patients
    .filter(({ cast }, place) => cast.name === wellKnown || (place % 5 === 2 && cast.registeredDaysAgo > 40))
    .map((patient) => ({
      // of the well-known one before the CT, which stays the latest
      at:
        patient.cast.name === wellKnown
          ? calendar.at(volumeDaysAgo + 6, 9.3)
          : workingHour(random, calendar, Math.min(patient.cast.registeredDaysAgo - 2, 30)),
      patient,
      kind: 'blood',
      seed: 0,
    }));
}

/** Withdrawn ones, one that was moved to the right patient, and two that wait for the center to look at them. */
function mistakes(stage: Stage, patients: readonly Registered[]): Upload[] {
  const { calendar } = stage;
  const [maria, georgios, eleni, sofia] = [
    'Μαρία Παπαδοπούλου',
    'Γεώργιος Παπαδόπουλος',
    'Ελένη Γεωργίου',
    'Σοφία Νικολαΐδου',
  ].map((name) => named(patients, name));
  if (!maria || !georgios || !eleni || !sofia) throw new Error('Somebody of the cast is missing.');
  const withdrawn = [maria, georgios, eleni].map((patient, index) => ({
    at: calendar.at(170 - index * 68, 12.5),
    patient,
    kind: 'xray' as const,
    seed: 0,
    afterwards: (center: Client, exam: Exam) =>
      withdraw(stage, center, exam, withdrawals[index % withdrawals.length] ?? ''),
  }));
  const other = patients.find(({ cast }) => cast.centerId !== maria.cast.centerId && cast.exams > 0);
  const stranger = patients.find(({ cast }) => cast.centerId === other?.cast.centerId && cast !== other?.cast);
  if (!other || !stranger) throw new Error('The second center has two patients.');
  return [
    ...withdrawn,
    {
      at: calendar.at(52, 10.6),
      patient: eleni,
      inFile: maria,
      kind: 'mri',
      seed: 0,
      afterwards: (center, exam) => move(stage, center, exam, maria),
    },
    {
      at: calendar.at(2, 17.6),
      patient: sofia,
      inFile: eleni,
      kind: 'xray',
      seed: 0,
    },
    {
      at: calendar.at(1, 12.8),
      patient: other,
      inFile: stranger,
      kind: 'ultrasound',
      seed: 0,
    },
  ];
}

async function withdraw({ clock }: Stage, center: Client, { id }: Exam, reason: string): Promise<void> {
  clock.moveTo(later(clock.now(), 7));
  await center.call(routes.center.withdrawExam, { params: { id }, body: { reason } });
}

async function move({ clock }: Stage, center: Client, { id }: Exam, to: Registered): Promise<void> {
  clock.moveTo(later(clock.now(), 6));
  const body = { patientId: to.patientId(), reason: 'Ανέβηκε στην επόμενη καρτέλα της λίστας.' };
  await center.call(routes.center.moveExam, { params: { id }, body });
}

function named(patients: readonly Registered[], name: string): Registered {
  const patient = patients.find(({ cast }) => cast.name === name);
  if (!patient) throw new Error(`${name} is not in the cast.`);
  return patient;
}

function uploadChore(stage: Stage, upload: Upload, random: Seeded): Chore {
  const { at, patient } = upload;
  const note = random.between(0, 1) < 0.55 ? pick(random, notes[upload.kind]) : undefined;
  const physician = random.between(0, 1) < 0.7 ? pick(random, physicians) : undefined;
  const charset = pick(random, ['ISO_IR 192', 'ISO_IR 192', 'ISO_IR 192', 'ISO_IR 126', 'ISO_IR 100'] as const);
  const body = 1 + oneOf(random, stage.size.bodies);
  return {
    at,
    actor: { kind: 'center', centerId: patient.cast.centerId },
    play: async (center) => {
      const studyDate = dayIn(stage.config.timeZone, at);
      const person = (upload.inFile ?? patient).cast.person;
      const options = { seed: upload.seed, patient: person, characterSet: charset, studyDate };
      const file = await examFile(stage.pictures, stage.size, { kind: upload.kind, options, body });
      const exam = await send(center, file, {
        patientId: patient.patientId(),
        examType: upload.kind === 'volume' ? 'ct' : upload.kind,
        examDate: studyDate,
        ...(physician ? { referringPhysician: physician } : {}),
        ...(note ? { notes: note } : {}),
      });
      await upload.afterwards?.(center, exam);
    },
  };
}

interface Fields {
  patientId: string;
  examType: ExamType;
  examDate: string;
  referringPhysician?: string;
  notes?: string;
}

async function send(center: Client, file: { name: string; pieces: Buffer[] }, fields: Fields): Promise<Exam> {
  const texts = Object.entries(fields).map(([field, value]) => ({ field, value }));
  const { status, text } = await sendBody(center, multipart([...texts, filePart(file.pieces, file.name)]));
  if (status !== 201) throw new Error(`An upload failed: ${status} ${text}`);
  return routes.center.uploadExam.reply.parse(JSON.parse(text));
}
