import { routes } from '@medcloud/contract';
import { Client } from '@medcloud/server/test/harness/client.ts';
import { createDoctor, signInAdmin } from '@medcloud/server/test/harness/fixtures.ts';
import { tokenIn } from '@medcloud/server/test/harness/outbox.ts';
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

/** Tokens of consent links by what became of them. */
export type ConsentLinks = Readonly<Record<'waiting' | 'granted' | 'denied' | 'revoked' | 'ended' | 'several', string>>;

/** A portal to look at, and who looks. */
export interface ScreenshotApp {
  readonly testApp: StandaloneApp;
  readonly places: Places & { links: ConsentLinks };
  client(visitor: Visitor): Promise<Client | null>;
  close(): Promise<void>;
}

// Lists that fill a page; pictures small, but for the one volume that the viewer shows.
const size: Size = { ...smallSize, patients: 40, volumeSlices: 64, examShare: 0.6, furtherRequests: 20, visits: 6 };

/** The demonstration's year in a database of its own. */
export async function startDemonstrationApp(): Promise<ScreenshotApp> {
  const { password } = administrator;
  const { testApp, close } = await startStandaloneApp({
    environment: operator,
    fill: ({ config, connection, passwords }) =>
      seed({ config, connection, passwords, password, size, now: new Date(), progress: () => undefined }),
  });
  const [{ centerId }] = centers;
  const logins: Record<Visitor, { path: string; body: object } | null> = {
    nobody: null,
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
    places: { ...(await findPlaces(await client('doctor'))), links: await findConsentLinks(testApp) },
  };
}

/** The patient with the most exams among those whom the doctor may see. */
async function findPlaces(doctor: Client | null): Promise<{ patientId: string; examId: string }> {
  const [patient] = (await doctor?.call(routes.doctor.accessiblePatients, { query: { search: 'Παπαδοπούλου' } })) ?? [];
  if (!doctor || !patient) throw new Error('The demonstration’s doctor sees nobody of that name.');
  const { exams } = await doctor.call(routes.doctor.patientExams, { params: { patientId: patient.patientId } });
  // her newest CT is the volume
  return { patientId: patient.patientId, examId: exams.find(({ examType }) => examType === 'ct')?.id ?? '' };
}

/** One link of each kind, the newest, from the SMS that the portal sent. */
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
  // links die a while after what they gave: one is taken back now
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

/** A portal's first hour: one center without patients, one doctor without requests. */
export async function startEmptyApp(): Promise<ScreenshotApp> {
  const { testApp, close } = await startStandaloneApp({ environment: operator });
  const admin = await signInAdmin(testApp);
  const doctor = await createDoctor(
    { ...testApp, anonymous: new Client(testApp.origin, testApp.config) },
    admin,
    'first',
  );
  const clients: Record<Visitor, Client | null> = { nobody: null, admin, doctor: doctor.client, center: null };
  const links = { waiting: '', granted: '', denied: '', revoked: '', ended: '', several: '' };
  clients.center = await createFirstCenter(testApp, admin);
  return { testApp, close, client: async (visitor) => clients[visitor], places: { patientId: '', examId: '', links } };
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
