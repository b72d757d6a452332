import { fillPath, routes } from '@medcloud/contract';
import type { Client } from '@medcloud/server/test/harness/client.ts';
import { Seeded } from '@medcloud/server/test/phantom/seeded.ts';
import { later } from '../calendar.ts';
import { centers } from '../cast/centers.ts';
import { demoDoctorEmail, doctors } from '../cast/doctors.ts';
import { wellKnown } from '../cast/patients.ts';
import { administrator, type Chore, type Stage } from '../stage.ts';
import type { Registered } from './patients.ts';
import { oneOf, pick, readingHour, workingHour } from './rhythm.ts';

/** Days ago on which the demonstration's doctor opened the patient of the big CT, since she agreed. */
const followed = [51, 37, 26, 14, 9, 2];
const wholeBytes = 4 * 1_048_576;

/** Everybody's ordinary days: doctors read and download, centers look who saw what, administrators look after the portal. */
export function visitChores(stage: Stage, patients: readonly Registered[]): Chore[] {
  const random = new Seeded('visits');
  return [
    ...doctors.flatMap(({ email, decision, appliedDaysAgo, isBusy }) => {
      if (decision !== 'approved') return [];
      const count = isBusy ? stage.size.visits : Math.ceil(stage.size.visits / 3);
      return Array.from({ length: count }, () => reading(stage, email, appliedDaysAgo, random));
    }),
    ...Array.from({ length: stage.size.visits * 2 }, () => sheet(stage, patients, random)),
    ...Array.from({ length: stage.size.visits }, () => roundOfAdministrator(stage, random)),
    ...Array.from({ length: Math.ceil(stage.size.visits / 3) }, () => mistyped(stage, random)),
    ...followed.map((daysAgo) => following(stage, daysAgo, random)),
    todaysReading(stage, random),
  ];
}

/** A doctor looks at the dashboard, opens one or two patients and an exam of each, and downloads some of them. */
function reading(stage: Stage, email: string, appliedDaysAgo: number, random: Seeded): Chore {
  const at = readingHour(random, stage.calendar, Math.max(1, appliedDaysAgo - 2));
  return { at, actor: { kind: 'doctor', email }, play: (doctor) => read(stage, doctor, random) };
}

const demoDoctor = { kind: 'doctor', email: demoDoctorEmail } as const;

function todaysReading(stage: Stage, random: Seeded): Chore {
  return { at: stage.calendar.minutesAgo(38), actor: demoDoctor, play: (doctor) => read(stage, doctor, random) };
}

function following(stage: Stage, daysAgo: number, random: Seeded): Chore {
  const play = async (doctor: Client) => {
    await doctor.call(routes.doctor.dashboard, {});
    const search = wellKnown;
    const [patient] = await doctor.call(routes.doctor.accessiblePatients, { query: { search } });
    if (!patient) throw new Error(`${wellKnown} has not agreed.`);
    await open(stage, doctor, patient.patientId, random);
  };
  return { at: stage.calendar.at(daysAgo, random.between(17.5, 21)), actor: demoDoctor, play };
}

async function read(stage: Stage, doctor: Client, random: Seeded): Promise<void> {
  await doctor.call(routes.doctor.dashboard, {});
  const { doctor: self } = await doctor.call(routes.doctor.profile, {});
  if (!self.isVerified || self.subscriptionStatus !== 'active') return;
  const accessible = await doctor.call(routes.doctor.accessiblePatients, {});
  if (accessible.length === 0) return;
  for (let opened = 0; opened < 1 + oneOf(random, 2); opened++) {
    await open(stage, doctor, pick(random, accessible).patientId, random);
  }
}

async function open(stage: Stage, doctor: Client, patientId: string, random: Seeded): Promise<void> {
  stage.clock.moveTo(later(stage.clock.now(), 2));
  const { exams } = await doctor.call(routes.doctor.patientExams, { params: { patientId } });
  if (exams.length === 0) return;
  const exam = pick(random, exams);
  await look(stage, doctor, exam.id);
  if (random.between(0, 1) < 0.7) await download(stage, doctor, exam);
}

/** Opens an exam, which the trail and the patient's log tell apart from its download. */
async function look({ clock }: Stage, doctor: Client, id: string): Promise<void> {
  clock.moveTo(later(clock.now(), 1));
  await doctor.call(routes.exams.examToOpen, { params: { id } });
}

async function download({ clock }: Stage, doctor: Client, exam: { id: string; fileSize: number }): Promise<void> {
  clock.moveTo(later(clock.now(), 1));
  const response = await doctor.raw('GET', fillPath(routes.portal.download.path, { id: exam.id }));
  if (!response.ok) throw new Error(`A download failed: ${response.status}`);
  // a large file is begun, as the trail counts them, and not read to its end
  if (exam.fileSize <= wholeBytes) await response.arrayBuffer();
  else await response.body?.cancel();
}

/** A center opens a patient's sheet; now and then it needs the AMKA. */
function sheet(stage: Stage, patients: readonly Registered[], random: Seeded): Chore {
  const patient = pick(random, patients);
  const { centerId, amka, registeredDaysAgo } = patient.cast;
  const reveals = amka !== undefined && random.between(0, 1) < 0.2;
  const drawn = workingHour(random, stage.calendar, Math.max(1, registeredDaysAgo - 1));
  const at = drawn < patient.at ? later(patient.at, 30) : drawn;
  return {
    at,
    actor: { kind: 'center', centerId },
    play: async (center) => {
      const params = { patientId: patient.patientId() };
      await center.call(routes.center.patientDetails, { params });
      if (reveals) await center.call(routes.center.revealAmka, { params });
    },
  };
}

function roundOfAdministrator(stage: Stage, random: Seeded): Chore {
  return {
    at: workingHour(random, stage.calendar, 380),
    actor: administrator,
    play: async (admin) => {
      await admin.call(routes.admin.dashboard, {});
      await admin.call(routes.admin.users, {});
    },
  };
}

/** A password mistyped: the trail has these too. */
function mistyped(stage: Stage, random: Seeded): Chore {
  const { centerId } = pick(random, centers);
  return {
    at: workingHour(random, stage.calendar, 380),
    actor: { kind: 'nobody' },
    play: async (client) => {
      const { path } = routes.auth.centerLogin;
      const response = await client.json('POST', path, { centerId, password: `${stage.password} ` });
      if (response.status !== 401) throw new Error(`A wrong password was answered with ${response.status}.`);
    },
  };
}
