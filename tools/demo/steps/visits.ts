import { fillPath, routes } from '@medcloud/contract';
import type { Client } from '@medcloud/server/test/harness/client.ts';
import { Seeded } from '@medcloud/server/test/phantom/seeded.ts';
import { addMinutes } from '../calendar.ts';
import { centers } from '../people/centers.ts';
import { demoDoctorEmail, doctors } from '../people/doctors.ts';
import { mainPatientName } from '../people/patients.ts';
import { administrator, type SeedContext, type SeedStep } from '../seed-context.ts';
import type { RegisteredPatient } from './patients.ts';
import { pick, pickIndex, pickReadingTime, pickWorkingTime } from './random-times.ts';

/** Days ago on which the demonstration's doctor opened the main patient, after her grant. */
const followUpDaysAgo = [51, 37, 26, 14, 9, 2];
const maxFullDownloadBytes = 4 * 1_048_576;

/**
 * Creates everyday steps: doctors read and download exams, centers open patient sheets, administrators check the
 * portal.
 */
export function createVisitSteps(seedContext: SeedContext, patients: readonly RegisteredPatient[]): SeedStep[] {
  const random = new Seeded('visits');
  return [
    ...doctors.flatMap(({ email, decision, appliedDaysAgo, isBusy }) => {
      if (decision !== 'approved') return [];
      const count = isBusy ? seedContext.size.visits : Math.ceil(seedContext.size.visits / 3);
      return Array.from({ length: count }, () => createReadingStep(seedContext, email, appliedDaysAgo, random));
    }),
    ...Array.from({ length: seedContext.size.visits * 2 }, () => createSheetStep(seedContext, patients, random)),
    ...Array.from({ length: seedContext.size.visits }, () => createAdminVisitStep(seedContext, random)),
    ...Array.from({ length: Math.ceil(seedContext.size.visits / 3) }, () =>
      createWrongPasswordStep(seedContext, random),
    ),
    ...followUpDaysAgo.map((daysAgo) => createFollowUpStep(seedContext, daysAgo, random)),
    createTodaysReadingStep(seedContext, random),
  ];
}

/** Creates a visit of a doctor: opens the dashboard, one or two patients, an exam of each, and downloads some. */
function createReadingStep(seedContext: SeedContext, email: string, appliedDaysAgo: number, random: Seeded): SeedStep {
  const at = pickReadingTime(random, seedContext.calendar, Math.max(1, appliedDaysAgo - 2));
  return { at, principal: { kind: 'doctor', email }, run: (doctor) => readExams(seedContext, doctor, random) };
}

const demoDoctor = { kind: 'doctor', email: demoDoctorEmail } as const;

function createTodaysReadingStep(seedContext: SeedContext, random: Seeded): SeedStep {
  return {
    at: seedContext.calendar.minutesAgo(38),
    principal: demoDoctor,
    run: (doctor) => readExams(seedContext, doctor, random),
  };
}

function createFollowUpStep(seedContext: SeedContext, daysAgo: number, random: Seeded): SeedStep {
  const run = async (doctor: Client) => {
    await doctor.call(routes.doctor.dashboard, {});
    const search = mainPatientName;
    const [patient] = await doctor.call(routes.doctor.accessiblePatients, { query: { search } });
    if (!patient) throw new Error(`${mainPatientName} has granted no access.`);
    await openPatient(seedContext, doctor, patient.patientId, random);
  };
  return { at: seedContext.calendar.at(daysAgo, random.between(17.5, 21)), principal: demoDoctor, run };
}

async function readExams(seedContext: SeedContext, doctor: Client, random: Seeded): Promise<void> {
  await doctor.call(routes.doctor.dashboard, {});
  const { doctor: self } = await doctor.call(routes.doctor.profile, {});
  if (!self.isVerified || self.subscriptionStatus !== 'active') return;
  const accessible = await doctor.call(routes.doctor.accessiblePatients, {});
  if (accessible.length === 0) return;
  for (let opened = 0; opened < 1 + pickIndex(random, 2); opened++) {
    await openPatient(seedContext, doctor, pick(random, accessible).patientId, random);
  }
}

async function openPatient(seedContext: SeedContext, doctor: Client, patientId: string, random: Seeded): Promise<void> {
  seedContext.clock.moveTo(addMinutes(seedContext.clock.now(), 2));
  const { exams } = await doctor.call(routes.doctor.patientExams, { params: { patientId } });
  if (exams.length === 0) return;
  const exam = pick(random, exams);
  await openExam(seedContext, doctor, exam.id);
  if (random.between(0, 1) < 0.7) await downloadExam(seedContext, doctor, exam);
}

/** Opens an exam. The audit log and the patient's access log distinguish this from a download. */
async function openExam({ clock }: SeedContext, doctor: Client, id: string): Promise<void> {
  clock.moveTo(addMinutes(clock.now(), 1));
  await doctor.call(routes.exams.examToOpen, { params: { id } });
}

async function downloadExam(
  { clock }: SeedContext,
  doctor: Client,
  exam: { id: string; fileSize: number },
): Promise<void> {
  clock.moveTo(addMinutes(clock.now(), 1));
  const response = await doctor.raw('GET', fillPath(routes.portal.download.path, { id: exam.id }));
  if (!response.ok) throw new Error(`A download failed: ${response.status}`);
  // A large download is only started; that is enough for the audit event.
  if (exam.fileSize <= maxFullDownloadBytes) await response.arrayBuffer();
  else await response.body?.cancel();
}

/** Creates a visit of a center that opens a patient's sheet and sometimes reveals the AMKA. */
function createSheetStep(seedContext: SeedContext, patients: readonly RegisteredPatient[], random: Seeded): SeedStep {
  const patient = pick(random, patients);
  const { centerId, amka, registeredDaysAgo } = patient.details;
  const shouldReveal = amka !== undefined && random.between(0, 1) < 0.2;
  const time = pickWorkingTime(random, seedContext.calendar, Math.max(1, registeredDaysAgo - 1));
  const at = time < patient.at ? addMinutes(patient.at, 30) : time;
  return {
    at,
    principal: { kind: 'center', centerId },
    run: async (center) => {
      const params = { patientId: patient.patientId() };
      await center.call(routes.center.patientDetails, { params });
      if (shouldReveal) await center.call(routes.center.revealAmka, { params });
    },
  };
}

function createAdminVisitStep(seedContext: SeedContext, random: Seeded): SeedStep {
  return {
    at: pickWorkingTime(random, seedContext.calendar, 380),
    principal: administrator,
    run: async (admin) => {
      await admin.call(routes.admin.dashboard, {});
      await admin.call(routes.admin.users, {});
    },
  };
}

/** Creates a sign-in with a mistyped password, which the audit log also records. */
function createWrongPasswordStep(seedContext: SeedContext, random: Seeded): SeedStep {
  const { centerId } = pick(random, centers);
  return {
    at: pickWorkingTime(random, seedContext.calendar, 380),
    principal: { kind: 'anonymous' },
    run: async (client) => {
      const { path } = routes.auth.centerLogin;
      const response = await client.json('POST', path, { centerId, password: `${seedContext.password} ` });
      if (response.status !== 401) throw new Error(`A wrong password got the status ${response.status}.`);
    },
  };
}
