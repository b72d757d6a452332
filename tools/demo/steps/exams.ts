import { type Exam, type ExamType, formatDay, routes } from '@medcloud/contract';
import type { Client } from '@medcloud/server/test/harness/client.ts';
import { filePart, multipart, sendBody } from '@medcloud/server/test/harness/multipart.ts';
import { Seeded } from '@medcloud/server/test/phantom/seeded.ts';
import { addMinutes } from '../calendar.ts';
import { createExamFile, type ExamKind, examTypeOf } from '../exams/exam-file.ts';
import { notes, physicians, withdrawals } from '../people/notes.ts';
import { mainPatientName } from '../people/patients.ts';
import type { SeedContext, SeedStep } from '../seed-context.ts';
import type { RegisteredPatient } from './patients.ts';
import { pick, pickIndex, pickWorkingTime } from './random-times.ts';

/** An exam to upload: its patient, and the patient named in the file. */
interface Upload {
  readonly at: Date;
  readonly patient: RegisteredPatient;
  readonly kind: ExamKind;
  readonly seed: number;
  /** The patient in the file, if it is uploaded to the wrong patient. */
  readonly filePatient?: RegisteredPatient;
  onUploaded?(center: Client, exam: Exam): Promise<void>;
}

const kinds: readonly (readonly [ExamKind, number])[] = [
  ['xray', 0.28],
  ['ultrasound', 0.56],
  ['mri', 0.82],
  ['ct', 0.97],
  ['pet-ct', 1],
];
/** Minutes since the latest uploads, so a new demonstration always has recent ones. */
const recentMinutes = [312, 205, 148, 71, 24];
const volumeDaysAgo = 3;
const infant = '2015';

/** Creates every upload of the year: each patient's exams, recent ones, the large CT, mistakes and blood tests. */
export function createExamSteps(seedContext: SeedContext, patients: readonly RegisteredPatient[]): SeedStep[] {
  const random = new Seeded('exams');
  const scannedPatients = patients.filter(({ details }) => details.exams > 0);
  const uploads = [
    ...scannedPatients.flatMap((patient) => listOwnExams(seedContext, patient, random)),
    ...listRecentExams(seedContext, scannedPatients, random),
    ...listVolumeExams(seedContext, patients),
    ...listMistakes(seedContext, patients),
    ...listBloodTests(seedContext, scannedPatients),
  ];
  return uploads.map((upload, index) =>
    createUploadStep(seedContext, { ...upload, seed: index + 1 }, new Seeded(`exam/${index}`)),
  );
}

function listOwnExams({ calendar, size }: SeedContext, patient: RegisteredPatient, random: Seeded): Upload[] {
  const { exams, registeredDaysAgo } = patient.details;
  // A patient is not scanned several times within a few days.
  const count = Math.max(1, Math.min(Math.round(exams * size.examShare), Math.floor(registeredDaysAgo / 12)));
  return Array.from({ length: count }, (_, index) => {
    const at = index === 0 ? addMinutes(patient.at, 14) : pickWorkingTime(random, calendar, registeredDaysAgo - 1);
    return {
      at: at < patient.at ? addMinutes(patient.at, 20 + index) : at,
      patient,
      kind: pickKind(patient, random),
      seed: 0,
    };
  });
}

function pickKind({ details }: RegisteredPatient, random: Seeded): ExamKind {
  const roll = random.between(0, 1);
  const kind = kinds.find(([, upTo]) => roll < upTo)?.[0] ?? 'xray';
  // Children get no chest CT.
  return details.person.birthDate > infant ? 'ultrasound' : kind;
}

function listRecentExams({ calendar }: SeedContext, patients: readonly RegisteredPatient[], random: Seeded): Upload[] {
  const adults = patients.filter(({ details }) => details.registeredDaysAgo > 1 && details.person.birthDate < infant);
  return recentMinutes.map((minutes) => {
    const patient = pick(random, adults);
    return { at: calendar.minutesAgo(minutes), patient, kind: pickKind(patient, random), seed: 0 };
  });
}

/** Lists the CT with hundreds of slices, and the PET-CT, of a patient of the demonstration's doctor. */
function listVolumeExams({ calendar }: SeedContext, patients: readonly RegisteredPatient[]): Upload[] {
  const patient = findPatient(patients, mainPatientName);
  return [
    { at: calendar.at(volumeDaysAgo, 11.4), patient, kind: 'volume', seed: 0 },
    { at: calendar.at(volumeDaysAgo + 9, 10.2), patient, kind: 'fusion', seed: 0 },
  ];
}

/** Lists blood tests: of the main patient, and of every fifth other patient. */
function listBloodTests({ calendar }: SeedContext, patients: readonly RegisteredPatient[]): Upload[] {
  const random = new Seeded('blood');
  return patients
    .filter(
      ({ details }, index) => details.name === mainPatientName || (index % 5 === 2 && details.registeredDaysAgo > 40),
    )
    .map((patient) => ({
      // The main patient's test is before the CT, which stays the latest exam.
      at:
        patient.details.name === mainPatientName
          ? calendar.at(volumeDaysAgo + 6, 9.3)
          : pickWorkingTime(random, calendar, Math.min(patient.details.registeredDaysAgo - 2, 30)),
      patient,
      kind: 'blood',
      seed: 0,
    }));
}

/** Lists mistakes: withdrawn exams, one moved to the correct patient, and two that need the center's attention. */
function listMistakes(seedContext: SeedContext, patients: readonly RegisteredPatient[]): Upload[] {
  const { calendar } = seedContext;
  const [maria, georgios, eleni, sofia] = [
    'Μαρία Παπαδοπούλου',
    'Γεώργιος Παπαδόπουλος',
    'Ελένη Γεωργίου',
    'Σοφία Νικολαΐδου',
  ].map((name) => findPatient(patients, name));
  if (!maria || !georgios || !eleni || !sofia) throw new Error('A patient of the demonstration is missing.');
  const withdrawn = [maria, georgios, eleni].map((patient, index) => ({
    at: calendar.at(170 - index * 68, 12.5),
    patient,
    kind: 'xray' as const,
    seed: 0,
    onUploaded: (center: Client, exam: Exam) =>
      withdrawExam(seedContext, center, exam, withdrawals[index % withdrawals.length] ?? ''),
  }));
  const other = patients.find(({ details }) => details.centerId !== maria.details.centerId && details.exams > 0);
  const otherPatient = patients.find(
    ({ details }) => details.centerId === other?.details.centerId && details !== other?.details,
  );
  if (!other || !otherPatient) throw new Error('The second center needs two patients.');
  return [
    ...withdrawn,
    {
      at: calendar.at(52, 10.6),
      patient: eleni,
      filePatient: maria,
      kind: 'mri',
      seed: 0,
      onUploaded: (center, exam) => moveExam(seedContext, center, exam, maria),
    },
    {
      at: calendar.at(2, 17.6),
      patient: sofia,
      filePatient: eleni,
      kind: 'xray',
      seed: 0,
    },
    {
      at: calendar.at(1, 12.8),
      patient: other,
      filePatient: otherPatient,
      kind: 'ultrasound',
      seed: 0,
    },
  ];
}

async function withdrawExam({ clock }: SeedContext, center: Client, { id }: Exam, reason: string): Promise<void> {
  clock.moveTo(addMinutes(clock.now(), 7));
  await center.call(routes.center.withdrawExam, { params: { id }, body: { reason } });
}

async function moveExam(
  { clock }: SeedContext,
  center: Client,
  { id }: Exam,
  target: RegisteredPatient,
): Promise<void> {
  clock.moveTo(addMinutes(clock.now(), 6));
  const body = { patientId: target.patientId(), reason: 'Ανέβηκε στην επόμενη καρτέλα της λίστας.' };
  await center.call(routes.center.moveExam, { params: { id }, body });
}

function findPatient(patients: readonly RegisteredPatient[], name: string): RegisteredPatient {
  const patient = patients.find(({ details }) => details.name === name);
  if (!patient) throw new Error(`${name} is not a patient of the demonstration.`);
  return patient;
}

function createUploadStep(seedContext: SeedContext, upload: Upload, random: Seeded): SeedStep {
  const { at, patient } = upload;
  const note = random.between(0, 1) < 0.55 ? pick(random, notes[upload.kind]) : undefined;
  const physician = random.between(0, 1) < 0.7 ? pick(random, physicians) : undefined;
  const charset = pick(random, ['ISO_IR 192', 'ISO_IR 192', 'ISO_IR 192', 'ISO_IR 126', 'ISO_IR 100'] as const);
  const body = 1 + pickIndex(random, seedContext.size.bodies);
  return {
    at,
    principal: { kind: 'center', centerId: patient.details.centerId },
    run: async (center) => {
      const studyDate = formatDay(seedContext.config.timeZone, at);
      const person = (upload.filePatient ?? patient).details.person;
      const options = { seed: upload.seed, patient: person, characterSet: charset, studyDate };
      const file = await createExamFile(seedContext.images, seedContext.size, { kind: upload.kind, options, body });
      const exam = await sendExam(center, file, {
        patientId: patient.patientId(),
        examType: examTypeOf(upload.kind),
        examDate: studyDate,
        ...(physician ? { referringPhysician: physician } : {}),
        ...(note ? { notes: note } : {}),
      });
      await upload.onUploaded?.(center, exam);
    },
  };
}

interface ExamFields {
  patientId: string;
  examType: ExamType;
  examDate: string;
  referringPhysician?: string;
  notes?: string;
}

async function sendExam(center: Client, file: { name: string; chunks: Buffer[] }, fields: ExamFields): Promise<Exam> {
  const texts = Object.entries(fields).map(([field, value]) => ({ field, value }));
  const { status, text } = await sendBody(center, multipart([...texts, filePart(file.chunks, file.name)]));
  if (status !== 201) throw new Error(`An upload failed: ${status} ${text}`);
  return routes.center.uploadExam.reply.parse(JSON.parse(text));
}
