import { randomUUID } from 'node:crypto';
import { routes } from '@medcloud/contract';
import { createBreach } from '@medcloud/server/test/breaches/create-breach.ts';
import { Client } from '@medcloud/server/test/harness/client.ts';
import { createDoctor, signInAdmin } from '@medcloud/server/test/harness/fixtures.ts';
import { tokenIn } from '@medcloud/server/test/harness/outbox.ts';
import { jobsWithoutAlarms } from '@medcloud/server/test/harness/quiet-jobs.ts';
import {
  administrator,
  type StandaloneApp,
  startStandaloneApp,
} from '@medcloud/server/test/harness/start-standalone-app.ts';
import { operator } from '@medcloud/tools/demo/environment.ts';
import { centers } from '@medcloud/tools/demo/people/centers.ts';
import { demoDoctorEmail } from '@medcloud/tools/demo/people/doctors.ts';
import { seed } from '@medcloud/tools/demo/seed.ts';
import { type Size, smallSize } from '@medcloud/tools/demo/size.ts';
import type { Places, Visitor } from '../harness/visits.ts';

/** Tokens of consent links by their state. */
export type ConsentLinks = Readonly<Record<'waiting' | 'granted' | 'denied' | 'revoked' | 'ended' | 'several', string>>;

/** An app to take screenshots of, with a client for each visitor. */
export interface ScreenshotApp {
  readonly testApp: StandaloneApp;
  readonly places: Places & { links: ConsentLinks };
  client(visitor: Visitor): Promise<Client | null>;
  close(): Promise<void>;
}

// Enough rows to fill a page; small images except for the one volume in the viewer.
const size: Size = { ...smallSize, patients: 40, volumeSlices: 64, examShare: 0.6, furtherRequests: 20, visits: 6 };

/** Starts an app with the demonstration's year in its own database. */
export async function startDemonstrationApp(): Promise<ScreenshotApp> {
  const { password } = administrator;
  const { testApp, close } = await startStandaloneApp({
    environment: operator,
    overrides: { jobs: jobsWithoutAlarms },
    fill: ({ config, logins, superuser, passwords }) =>
      seed({ config, logins, superuser, passwords, password, size, now: new Date(), progress: () => undefined }),
  });
  const [{ centerId }] = centers;
  const logins: Record<Visitor, { path: string; body: object } | null> = {
    anonymous: null,
    center: { path: routes.auth.centerLogin.path, body: { centerId, password } },
    doctor: { path: routes.auth.doctorLogin.path, body: { email: demoDoctorEmail, password } },
    admin: { path: routes.auth.adminLogin.path, body: { email: administrator.email, password } },
  };
  const client = async (visitor: Visitor) => {
    const login = logins[visitor];
    return login === null ? null : await new Client(testApp.origin, testApp.config).signIn(login.path, login.body);
  };
  return {
    testApp,
    client,
    close,
    places: {
      ...(await findPlaces(await client('doctor'))),
      links: await findConsentLinks(testApp),
      breachId: await fillBreachRegister(await client('admin')),
      billedUserId: await findDemoDoctor(await client('admin')),
    },
  };
}

/** Finds the user of the demonstration's doctor. */
async function findDemoDoctor(admin: Client | null): Promise<string> {
  const [doctor] = (await admin?.call(routes.admin.users, { query: { search: demoDoctorEmail } })) ?? [];
  if (!doctor) throw new Error('The demonstration has no such doctor.');
  return doctor.id;
}

/** Finds the patient of the demonstration's doctor and the exam for the viewer. */
async function findPlaces(doctor: Client | null): Promise<{ patientId: string; examId: string }> {
  const [patient] = (await doctor?.call(routes.doctor.accessiblePatients, { query: { search: 'Παπαδοπούλου' } })) ?? [];
  if (!doctor || !patient) throw new Error('The demonstration’s doctor has no patient of that name.');
  const { exams } = await doctor.call(routes.doctor.patientExams, { params: { patientId: patient.patientId } });
  // the viewer shows a volume
  const [largest] = exams
    .filter(({ examType }) => examType === 'ct')
    .toSorted((one, other) => other.fileSize - one.fileSize);
  return { patientId: patient.patientId, examId: largest?.id ?? '' };
}

/** Opens an overdue record and one about the demonstration's doctor. Returns the second one's id. */
async function fillBreachRegister(admin: Client | null): Promise<string> {
  if (!admin) throw new Error('The demonstration has an administrator.');
  const dayMs = 86_400_000;
  const always = { scopeFrom: undefined, scopeTo: undefined };
  await createBreach(admin, {
    ...{ title: 'Images on a lost USB stick', highRisk: false },
    happenedFrom: new Date(Date.now() - 9 * dayMs).toISOString(),
    noticedAt: new Date(Date.now() - 5 * dayMs).toISOString(),
  });
  const { id } = await createBreach(admin, {
    ...{ ...always, scopeKind: 'account', scopeSubject: demoDoctorEmail },
    consequences: 'Images and reports could be read by whoever has the laptop.',
    measures: 'The sessions were ended and the password was changed.',
  });
  return id;
}

/** Finds the newest consent link of each kind in the sent SMS. */
async function findConsentLinks({ outbox, origin, config }: StandaloneApp): Promise<ConsentLinks> {
  const anonymous = new Client(origin, config);
  const sent = (await outbox.sms()).filter(({ text }) => /\/consent#\S{20,}$/.test(text)).reverse();
  const lookups = await Promise.all(
    sent.map(async ({ text }) => {
      const accessToken = tokenIn(text);
      const link = await anonymous.call(routes.patientAccess.lookup, { body: { accessToken } }).catch(() => null);
      return { accessToken, kind: getLinkKind(link) };
    }),
  );
  const tokenOf = (wantedKind: keyof ConsentLinks, index = 0) => {
    const found = lookups.filter(({ kind }) => kind === wantedKind)[index];
    if (!found) throw new Error(`The demonstration has no consent link that is ${wantedKind}.`);
    return found.accessToken;
  };
  // a link expires some time after its grant ends, so revoke one now
  const revoked = tokenOf('granted', 1);
  await anonymous.call(routes.patientAccess.revoke, { body: { accessToken: revoked } });
  return {
    ...{ waiting: tokenOf('waiting'), granted: tokenOf('granted'), denied: tokenOf('denied') },
    ...{ revoked, ended: tokenOf('ended'), several: tokenOf('several') },
  };
}

function getLinkKind(link: { status: string; records: readonly unknown[] } | null): keyof ConsentLinks | null {
  if (link === null) return null;
  if (link.records.length > 1) return 'several';
  if (link.status === 'pending') return 'waiting';
  if (link.status === 'expired') return 'ended';
  return link.status === 'granted' || link.status === 'denied' || link.status === 'revoked' ? link.status : null;
}

/** Starts an app as just installed: one center without patients, one doctor without requests. */
export async function startEmptyApp(): Promise<ScreenshotApp> {
  const { testApp, close } = await startStandaloneApp({
    environment: operator,
    overrides: { jobs: jobsWithoutAlarms },
  });
  const admin = await signInAdmin(testApp);
  const doctor = await createDoctor(
    { ...testApp, anonymous: new Client(testApp.origin, testApp.config) },
    admin,
    'first',
  );
  const clients: Record<Visitor, Client | null> = { anonymous: null, admin, doctor: doctor.client, center: null };
  const links = { waiting: '', granted: '', denied: '', revoked: '', ended: '', several: '' };
  clients.center = await createFirstCenter(testApp, admin);
  return {
    testApp,
    close,
    client: async (visitor) => clients[visitor],
    places: { patientId: '', examId: '', breachId: randomUUID(), billedUserId: randomUUID(), links },
  };
}

async function createFirstCenter({ origin, config }: StandaloneApp, admin: Client): Promise<Client> {
  const [{ centerId, createdDaysAgo: _, paidForDays: __, ...fields }] = centers;
  const [password, newPassword] = ['for the first time', 'and from then on'];
  await admin.call(routes.admin.createMedicalCenter, { body: { ...fields, centerId, password } });
  const center = new Client(origin, config);
  await center.signIn(routes.auth.centerLogin.path, { centerId, password });
  await center.call(routes.auth.changePassword, { body: { currentPassword: password, newPassword } });
  return await new Client(origin, config).signIn(routes.auth.centerLogin.path, { centerId, password: newPassword });
}
