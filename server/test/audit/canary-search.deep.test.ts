import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { routes } from '@medcloud/contract';
import { foldWords } from '@medcloud/contract/names/fold';
import { createNameKey } from '@medcloud/contract/names/search-key';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type App, createApp } from '../../src/app/create-app.ts';
import { runBackup } from '../../src/commands/backup-restore.ts';
import { type Config, readConfig } from '../../src/platform/config/config.ts';
import { connectEmbedded } from '../../src/platform/db/embedded/start-embedded.ts';
import { openLog } from '../../src/platform/log/log.ts';
import { systemClock } from '../../src/platform/time/clock.ts';
import { Client } from '../harness/client.ts';
import { createFastHasher } from '../harness/fast-passwords.ts';
import {
  type CenterFixture,
  createCenter,
  createDoctor,
  type DoctorFixture,
  requestConsentLink,
  signInAdmin,
  signupForm,
  uploadExam,
} from '../harness/fixtures.ts';
import { codeIn, Outbox, tokenIn } from '../harness/outbox.ts';
import { quietJobs } from '../harness/quiet-jobs.ts';
import { adminLogin } from '../harness/test-app.ts';
import { tinyDicom, tinyUids } from '../harness/tiny-dicom.ts';
import { createUpload, examFields } from '../harness/tus.ts';
import { waitUntil } from '../harness/wait-until.ts';
import { type StripeServer, startStripeServer, stripeKey, stripeSecret } from '../stand-ins/stripe.ts';

/*
 * T-L1, T-AM1: a full day of a patient with known data, in an installation with its own database, as in production.
 * Afterwards searches each written file, each log line and each error response for these data.
 */

/** Names are searchable by part of a word and therefore stored in plain text, but only in the database's tables. */
const names = { firstName: 'Ζαχαρένια', lastName: 'Καναρινοπούλου' };
/** Stored in plain text as well, although no search uses it (docs/security.md, "What is left"). */
const email = 'canary.person@example.gr';
const phone = '6947654321';
const typed = {
  amka: '17055099901',
  phone,
  address: 'Καναρινιών 77, Κουφονήσια',
  notes: 'Canary notes of a radiographer',
  card: '4000056655665556',
};

let folder: string;
let config: Config;
let app: App | null = null;
const lines: string[] = [];
/** Error responses with their bodies, and redirect locations. */
const responses: string[] = [];
/** Secrets by kind, filled when they are issued. */
let secrets: Record<string, string[]> = { codes: [] };
let stripe: StripeServer | null = null;

describe.each([
  ['without a payment provider', false],
  ['with a payment provider', true],
])('a portal %s', (_, hasProvider) => {
  beforeAll(async () => {
    lines.length = 0;
    responses.length = 0;
    secrets = { codes: [] };
    stripe = hasProvider ? await startStripeServer() : null;
    folder = await mkdtemp(join(tmpdir(), 'medcloud-canaries-'));
    config = readConfig({
      DATA_DIR: join(folder, 'data'),
      PORT: '0',
      ADMIN_EMAIL: adminLogin.email,
      ADMIN_PASSWORD: adminLogin.password,
      ...(stripe && { PAYMENTS_URL: stripe.url }),
    });
    const { fetch } = globalThis;
    vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
      const response = await fetch(input, init);
      const { status, headers } = response;
      if (status >= 400) responses.push(`${JSON.stringify([...headers])} ${await response.clone().text()}`);
      responses.push(headers.get('location') ?? '');
      return response;
    });
    app = await createApp(config, {
      passwords: createFastHasher(),
      hasPages: false,
      jobs: { ...quietJobs, shouldIndexExams: true },
      logger: openLog('trace', { out: { write: (line) => void lines.push(line) } }),
    });
  });
  afterAll(async () => {
    vi.restoreAllMocks();
    await app?.close();
    await stripe?.close();
    await rm(folder, { recursive: true, force: true });
  });

  it('stores only a patient’s name and email in plain text, and these only in tables', async () => {
    if (app === null) throw new Error('The app did not start.');
    const endpoint = { origin: app.origin, config, anonymous: new Client(app.origin, config) };
    const outbox = new Outbox(config, systemClock);
    const admin = await signInAdmin(endpoint);
    const other = { firstName: 'Άννα', lastName: 'Άλλη', phone: '+306900000009' };
    const center = await createCenter(endpoint, admin, { name: 'Aegean Imaging', number: 1, ...other });
    const doctor = await createDoctor(endpoint, admin, 'Canary');
    secrets.sessions = [center.client, doctor.client].flatMap(({ sessionId, cookie }) => [
      sessionId ?? '',
      cookie ?? '',
    ]);
    secrets.passwords = [center.password, doctor.password, adminLogin.password];
    await typeCard(endpoint);
    if (stripe !== null) await payByCard(stripe, endpoint, doctor);
    await runPatientFlow(endpoint, outbox, center, doctor);
    await sendRejectedRequests(endpoint, center);
    const into = join(folder, 'backups');
    await runBackup(config, {}, into);
    await app.close();
    app = null;

    const files = [...(await readFiles(config.dataDir)), ...(await readFiles(into))];
    const output = [...lines, ...responses].join('\n');
    expect(output).toMatch(/"answered"/);
    expect(output).toMatch(/"failed"/);
    expect(output).toContain(`${routes.center.beginUpload.path}/`);
    const key = createNameKey(names.firstName, names.lastName);
    const inTables = [...Object.values(names), key, email];
    expect(
      [...inTables, ...foldWords(key)].flatMap((word) => excerptsWith(output, word)),
      'a name or email in a log line or a response',
    ).toEqual([]);
    for (const word of inTables) expect(foldersWith(files, word), word).toEqual(foldersWithNames);
    const where = (word: string) => [...foldersWith(files, word), ...excerptsWith(output, word)];
    for (const [what, words] of Object.entries({ ...typed, ...secrets })) {
      const each = [words].flat();
      expect(
        each.filter((word) => word === ''),
        what,
      ).toEqual([]);
      const found = each.map(where).filter((positions) => positions.length > 0);
      // six digits can occur in so many megabytes by chance; a leak would show both codes
      if (what !== 'codes' || found.length === each.length) expect(found, what).toEqual([]);
    }
  });
});

/** The tables and the write-ahead log. The rows in a backup are encrypted. */
const foldersWithNames = ['data/postgres/cluster/base', 'data/postgres/cluster/pg_wal'];

type AppEndpoint = Parameters<typeof createCenter>[0] & Parameters<typeof createDoctor>[0];

/** Registers a patient, uploads an exam, grants access, and views and downloads by browser and API token. */
async function runPatientFlow(
  endpoint: AppEndpoint,
  outbox: Outbox,
  center: CenterFixture,
  doctor: DoctorFixture,
): Promise<void> {
  const patientFields = { ...names, ...typed, email, dateOfBirth: '1950-05-17', gender: 'Female' } as const;
  const { patientId } = await center.client.call(routes.center.registerPatient, { body: patientFields });
  await center.client.call(routes.center.revealAmka, { params: { patientId } });
  await center.client.call(routes.center.patients, { query: { search: names.lastName } });
  const file = tinyDicom({ patientName: `${names.lastName}^${names.firstName}`, seed: 7 });
  const examId = await uploadExam(center.client, patientId, file, { notes: typed.notes });
  const more = { notes: typed.notes, filename: `${names.lastName}.dcm` };
  await createUpload(center.client, file.length, examFields(patientId, more));
  const token = await requestConsentLink({ outbox }, doctor, `+30${phone}`);
  const [code, link] = (await outbox.sms()).filter(({ to }) => to.endsWith(phone)).map(({ text }) => text);
  secrets.links = [token, tokenIn(code ?? '')];
  expect(link).toContain(token);
  await doctor.client.call(routes.doctor.requestPatientAccess, { body: { patientPhone: '+306900000009' } });
  const second = await outbox.nextSms('+306900000009', 0);
  secrets.codes = [codeIn(code ?? ''), codeIn(second.text)];
  await endpoint.anonymous.call(routes.patientAccess.lookup, { body: { accessToken: token } });
  await endpoint.anonymous.call(routes.patientAccess.respond, { body: { accessToken: token, response: 'grant' } });
  const created = await doctor.client.call(routes.account.makeApiToken, { body: { name: 'PACS', days: 30 } });
  secrets.tokens = [created.token];
  await doctor.client.call(routes.doctor.patientExams, { params: { patientId } });
  const { study } = tinyUids(7);
  const authorization = `Bearer ${created.token}`;
  const fetchStatus = async (path: string, headers: Record<string, string> = {}) => {
    const client = 'authorization' in headers ? endpoint.anonymous : doctor.client;
    return (await client.raw('GET', path, { headers })).status;
  };
  await waitUntil(async () => (await fetchStatus(`/dicom-web/studies/${study}/metadata`, { authorization })) === 200);
  expect(await fetchStatus(`/api/download/${examId}`)).toBe(200);
  const searchPath = `/dicom-web/studies?PatientName=${encodeURIComponent(names.lastName)}`;
  expect(await fetchStatus(searchPath, { authorization })).toBe(200);
  expect(await fetchStatus(`/dicom-web/studies/${study}`, { authorization, accept: 'application/zip' })).toBe(200);
}

/** Sends the number of a card where a changed page or a mistaken program might. */
async function typeCard({ origin, anonymous }: AppEndpoint): Promise<void> {
  const { card } = typed;
  const form = signupForm('Typist');
  for (const body of [
    { ...form, cardNumber: card, billing: { ...form.billing, cardNumber: card } },
    { ...form, billing: { ...form.billing, last4: card } },
  ])
    await anonymous.json('POST', routes.auth.doctorSignup.path, body);
  const headers = { 'content-type': 'application/json', 'stripe-signature': `t=1,v1=${card}` };
  const forged = await fetch(origin + routes.billingCards.paymentEvent.path, { method: 'POST', headers, body: card });
  expect([400, 404]).toContain(forged.status);
}

/** Pays the first period on the provider's page, after a call that the provider fails. */
async function payByCard(provider: StripeServer, { origin }: AppEndpoint, { client }: DoctorFixture): Promise<void> {
  secrets.provider = [stripeKey, stripeSecret];
  const checkout = async (key: string) =>
    await client.json('POST', routes.billingCards.doctorCheckout.path, {}, { headers: { 'idempotency-key': key } });
  provider.faults.push('error');
  expect((await checkout('first')).status).toBe(503);
  expect((await checkout('second')).status).toBe(200);
  const session = provider.records.pay([...provider.records.sessions.keys()].at(-1) ?? '');
  const { attempt = '' } = session.metadata;
  const event = provider.records.event('checkout.session.completed', session);
  expect(await provider.deliver(origin, event, new Date())).toBe(200);
  expect(await client.call(routes.billingCards.doctorCheckoutReturn, { body: { attempt } })).toMatchObject({
    state: 'paid',
  });
}

/** Sends requests that are rejected or fail with 500; their responses must not repeat the input. */
async function sendRejectedRequests({ anonymous }: AppEndpoint, { client }: CenterFixture): Promise<void> {
  const [link = ''] = secrets.links ?? [];
  const body = { ...names, ...typed, email, gender: 'Female', dateOfBirth: 'never' };
  const { path } = routes.center.registerPatient;
  const sendAll = () => [
    client.json('POST', path, body),
    client.json('POST', path, { ...body, dateOfBirth: '1950-05-17', amka: `${typed.amka}0` }),
    client.raw('POST', path, { headers: { 'content-type': 'application/json' }, body: `${JSON.stringify(body)}x` }),
    client.raw('GET', `${path}?search=${encodeURIComponent(names.lastName)}&limit=none`),
    client.raw('GET', `/api/download/${link}?name=${encodeURIComponent(names.lastName)}`),
    client.raw('GET', `/api/patients/${typed.amka}?phone=${phone}`),
    anonymous.json('POST', routes.patientAccess.lookup.path, { accessToken: `${link}x` }),
    anonymous.json('POST', routes.auth.doctorLogin.path, { email, password: link }),
  ];
  for (const { status } of await Promise.all(sendAll())) expect(status).toBeGreaterThanOrEqual(400);
  const { connection } = await connectEmbedded(join(config.dataDir, 'postgres'), () => undefined);
  const superuser = new pg.Client(connection);
  await superuser.connect();
  await superuser.query('ALTER TABLE patients RENAME TO patients_away');
  const right = { ...body, dateOfBirth: '1950-05-17' };
  expect((await client.json('POST', path, right)).status).toBe(500);
  await superuser.query('ALTER TABLE patients_away RENAME TO patients');
  await superuser.end();
}

/** Reads every file below a folder except the outbox, to which the evaluation drivers write all messages. */
async function readFiles(below: string): Promise<[path: string, bytes: Buffer][]> {
  const entries = await readdir(below, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const searchedFiles = files.filter((path) => !path.startsWith(join(config.dataDir, 'outbox')));
  return await Promise.all(
    searchedFiles.map(async (path): Promise<[string, Buffer]> => {
      const bytes = await readFile(path);
      return [relative(folder, path), path.endsWith('.gz') ? gunzipSync(bytes) : bytes];
    }),
  );
}

/** Returns the surroundings of a word in log lines and responses, also URL-encoded. */
function excerptsWith(output: string, word: string): string[] {
  const positions = [word, encodeURIComponent(word)]
    .map((each) => output.indexOf(each))
    .filter((endpoint) => endpoint >= 0);
  return positions.map((position) => output.slice(Math.max(0, position - 200), position + 80));
}

/** Returns the folders of files that contain the word. Path parts that start with a digit are left out. */
function foldersWith(files: readonly [path: string, bytes: Buffer][], word: string): string[] {
  const holding = files.filter(([, bytes]) => bytes.includes(word)).map(([path]) => path.split('/').slice(0, -1));
  return [...new Set(holding.map((parts) => parts.filter((part) => !/^\d/.test(part)).join('/')))].toSorted();
}
