import { routes } from '@medcloud/contract';
import { Client } from '@medcloud/server/test/harness/client.ts';
import {
  type CenterFixture,
  createCenter,
  type DoctorFixture,
  requestAndRespond,
  signInAdmin,
  uploadExam,
} from '@medcloud/server/test/harness/fixtures.ts';
import { examOf, fieldParts, filePart, sendParts } from '@medcloud/server/test/harness/multipart.ts';
import { ctVolume } from '@medcloud/server/test/phantom/ct-volume.ts';
import { type Person, persons } from '@medcloud/server/test/phantom/persons.ts';
import { zipOf } from '@medcloud/server/test/phantom/zip-of.ts';
import { waitForSeries } from './clients/find-series.ts';
import { Driver } from './dicomweb/driver.ts';
import { chunksOf, measureMs, mebibyte, median } from './upload/plain-write.ts';
import { waitUntilIdle } from './upload/wait-until-idle.ts';
import { createBenchDoctor } from './versions/create-doctor.ts';
import { type Program, startProgram } from './versions/start-program.ts';

/*
 * Claim: this program answers the most frequent calls, signs in, serves frames and receives uploads as fast as another
 * checkout of it, in the same run: `BASE=FOLDER npm run bench -- versions`. FOLDER is a checkout after
 * `npm ci` and `npm run build`. Both programs run as `npm start` runs them, with the embedded database, on the same machine. They take
 * turns, so other load affects both equally.
 */

const rounds = 20;
const requestsPerRound = 15;
/** The password hash of one process takes up to 10 % more or less than that of another start. */
const startsForSignIn = 7;
const signInRounds = 12;
const uploadRounds = 6;
const uploadBytes = 200 * mebibyte;
const slices = 60;
const patientCount = 60;
const phone = '+306900000001';

/** Largest ratios of times that issue 16 allows. */
const limits = { call: 1.05, signIn: 1.05, frame: 1.05, upload: 1 / 0.97 };

interface Side {
  program: Program;
  center: CenterFixture;
  doctor: DoctorFixture;
  calls: readonly Call[];
}

interface Call {
  name: string;
  by: Client;
  path: string;
  accept?: string;
}

export async function run(): Promise<void> {
  const base = process.env.BASE;
  if (base === undefined) {
    console.log('skipped: set BASE to the folder of another checkout, after npm ci and npm run build there');
    return;
  }
  const programs = [await startProgram(base), await startProgram(process.cwd())] as const;
  const driver = new Driver();
  try {
    const sides = [await prepare(programs[0]), await prepare(programs[1])] as const;
    for (const { program } of sides) await waitUntilIdle(program.pid);
    await compareCalls(driver, sides);
    await compareUploads(sides);
  } finally {
    await driver.close();
    for (const program of programs) await program.close();
  }
  await compareSignIns(base);
}

function getPatient(): Person {
  const [person] = persons;
  if (person === undefined) throw new Error('The phantom has no persons.');
  return person;
}

const patient = getPatient();

function createArchive(count: number, padToBytes?: number): Promise<Buffer> {
  const files = ctVolume({ seed: 1, patient, slices: count });
  return Array.fromAsync(zipOf(files, padToBytes === undefined ? {} : { padToBytes })).then((chunks) =>
    Buffer.concat(chunks),
  );
}

/** Creates a center with patients and an exam, and a doctor with a grant. */
async function prepare(program: Program): Promise<Side> {
  const admin = await signInAdmin(program);
  const plan = {
    name: 'Aegean Imaging',
    number: 1,
    firstName: 'Μαρία',
    lastName: 'Παπαδοπούλου',
    phone: '+306900000099',
  };
  const center = await createCenter(program, admin, plan);
  for (let index = 0; index < patientCount; index += 1)
    await center.client.call(routes.center.registerPatient, {
      body: {
        firstName: 'Γιώργος',
        lastName: `Καραγιάννης${'αβγδεζηθικ'.charAt(index % 10)}`,
        dateOfBirth: '1960-01-02',
        gender: 'Male',
        phone: `+3069000001${String(index).padStart(2, '0')}`,
      },
    });
  const { givenName, surname, birthDate, sex } = patient;
  const { patientId } = await center.client.call(routes.center.registerPatient, {
    body: { firstName: givenName, lastName: surname, dateOfBirth: birthDate, gender: sex, phone },
  });
  const examId = await uploadExam(center.client, patientId, await createArchive(slices));
  const doctor = await createBenchDoctor(program, admin);
  await requestAndRespond(program, doctor, phone, 'grant');
  const series = await waitForSeries(center.client, examId);
  const dicomWeb = `/dicom-web/exams/${examId}${series.path}`;
  const calls: readonly Call[] = [
    { name: 'session', by: center.client, path: routes.auth.session.path },
    { name: 'center dashboard', by: center.client, path: '/api/medical-center/dashboard' },
    { name: 'patients', by: center.client, path: '/api/medical-center/patients' },
    {
      name: 'search of a patient',
      by: center.client,
      path: `/api/medical-center/patients?search=${encodeURIComponent('παπαδ')}`,
    },
    { name: 'exam history', by: center.client, path: '/api/medical-center/exam-history' },
    { name: 'patient’s sheet', by: center.client, path: `/api/medical-center/patients/${patientId}` },
    { name: 'doctor dashboard', by: doctor.client, path: '/api/doctor/dashboard' },
    { name: 'doctor’s patients', by: doctor.client, path: '/api/doctor/accessible-patients' },
    { name: 'doctor’s exams', by: doctor.client, path: `/api/doctor/patient-exams/${patientId}` },
    { name: 'doctor’s exam', by: doctor.client, path: `/api/exams/${examId}` },
    {
      name: 'frame',
      by: doctor.client,
      path: `${dicomWeb}/instances/${series.instance}/frames/1`,
      accept: 'multipart/related; type="application/octet-stream"',
    },
    { name: 'metadata', by: doctor.client, path: `${dicomWeb}/metadata`, accept: 'application/dicom+json' },
    { name: 'thumbnail', by: doctor.client, path: `${dicomWeb}/thumbnail`, accept: 'image/webp' },
  ];
  return { program, center, doctor, calls };
}

type Sides = readonly [Side, Side];

interface Times {
  baseMs: number;
  oursMs: number;
  ratio: number;
}

/** Measures both sides in turns: base, ours, ours, base. Returns the times of each and the ratio of their medians. */
async function alternate<Measured>(
  times: number,
  measure: (side: Measured) => Promise<number>,
  sides: readonly [Measured, Measured],
): Promise<Times> {
  const [base, ours]: [number[], number[]] = [[], []];
  for (let round = 0; round < times; round += 1)
    for (const isOurs of round % 2 === 0 ? [false, true] : [true, false])
      (isOurs ? ours : base).push(await measure(sides[isOurs ? 1 : 0]));
  const [baseMs, oursMs] = [median(base), median(ours)];
  return { baseMs, oursMs, ratio: oursMs / baseMs };
}

function report(name: string, { baseMs, oursMs, ratio }: Times, limit: number): void {
  const verdict = ratio <= limit ? 'kept' : 'EXCEEDED';
  console.log(
    `${name}: ${ratio.toFixed(3)} of the base (${oursMs.toFixed(2)} ms against ${baseMs.toFixed(2)}; ${limit.toFixed(2)} allowed: ${verdict})`,
  );
}

/** Measures each call in a session of its own, because a session may send 600 requests a minute. */
async function compareCalls(driver: Driver, sides: Sides): Promise<void> {
  for (const [index, { name }] of sides[0].calls.entries()) {
    for (const side of sides) await signInAgain(side);
    const measure = async ({ program, calls }: Side) => {
      const call = calls[index];
      if (call === undefined) throw new Error('Both sides have the same calls.');
      const headers = { accept: call.accept ?? '*/*', ...call.by.credentials('bearer') };
      const request = { url: `${program.origin}${call.path}`, headers };
      return (await driver.measure({ request, times: requestsPerRound, concurrency: 1 })).medianMs;
    };
    // Warm up: compilation and prepared statements are not part of the usual time.
    await alternate(6, measure, sides);
    const before = await processorTimes(sides);
    const times = await alternate(rounds, measure, sides);
    const after = await processorTimes(sides);
    const [baseMs, oursMs] = after.map((ms, side) => (ms - (before[side] ?? 0)) / (rounds * requestsPerRound));
    report(name, times, name === 'frame' ? limits.frame : limits.call);
    console.log(`  processor per request: ${oursMs?.toFixed(2)} ms against ${baseMs?.toFixed(2)}`);
  }
}

const processorTimes = (sides: Sides) =>
  Promise.all(
    sides.map(async ({ program }) => {
      const { portal, database } = await program.processorMs();
      return portal + database;
    }),
  );

async function signInAgain({ center, doctor }: Side): Promise<void> {
  const { centerId, password } = center;
  await center.client.signIn(routes.auth.centerLogin.path, { centerId, password });
  await doctor.client.signIn(routes.auth.doctorLogin.path, { email: doctor.email, password: doctor.password });
}

/** Compares sign-ins of several pairs of starts. The ratio is the median of the pairs' ratios. */
async function compareSignIns(base: string): Promise<void> {
  const pairs: Times[] = [];
  for (let start = 0; start < startsForSignIn; start += 1) pairs.push(await measureSignIns(base));
  const [baseMs, oursMs] = [median(pairs.map((pair) => pair.baseMs)), median(pairs.map((pair) => pair.oursMs))];
  const ratios = pairs.map(({ ratio }) => ratio);
  report('sign-in', { baseMs, oursMs, ratio: median(ratios) }, limits.signIn);
  console.log(`  pairs of starts: ${ratios.map((ratio) => ratio.toFixed(3)).join(', ')}`);
}

async function measureSignIns(base: string): Promise<Times> {
  const programs = [await startProgram(base), await startProgram(process.cwd())] as const;
  try {
    const prepareDoctor = async (program: Program) => {
      const { email, password } = await createBenchDoctor(program, await signInAdmin(program));
      await waitUntilIdle(program.pid);
      return { program, login: { email, password } };
    };
    const sides = [await prepareDoctor(programs[0]), await prepareDoctor(programs[1])] as const;
    const signIn = ({ program, login }: (typeof sides)[number]) =>
      measureMs(() => new Client(program.origin, program.config).signIn(routes.auth.doctorLogin.path, login));
    await alternate(3, signIn, sides);
    return await alternate(signInRounds, signIn, sides);
  } finally {
    for (const program of programs) await program.close();
  }
}

async function compareUploads(sides: Sides): Promise<void> {
  const archive = await createArchive(12, uploadBytes);
  const measure = async ({ program, center }: Side) => {
    const fields = fieldParts({ patientId: center.patient.patientId });
    const ms = await measureMs(async () =>
      examOf(await sendParts(center.client, [...fields, filePart(chunksOf(archive), 'ct.zip')])),
    );
    await waitUntilIdle(program.pid);
    return ms;
  };
  await alternate(1, measure, sides);
  report('upload', await alternate(uploadRounds, measure, sides), limits.upload);
}

if (import.meta.main) await run();
