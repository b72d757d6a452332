import { routes } from '@medcloud/contract';
import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { Client } from '../harness/client.ts';
import { type CenterFixture, createCenter, type DoctorFixture, signInAdmin, signupForm } from '../harness/fixtures.ts';
import { codeIn } from '../harness/outbox.ts';
import { adminLogin, startTestApp, type TestApp } from '../harness/start-test-app.ts';
import { waitUntil } from '../harness/wait-until.ts';
import { bodyOf, type MailServer, startMailServer } from '../services/mail-server.ts';
import { type SmsGateway, startSmsGateway } from '../services/sms-gateway.ts';

const minuteMs = 60_000;
const patientName = { firstName: 'Μαρία', lastName: 'Νίκου' };
const accepted = { status: 201, body: '{}' };
const busy = { status: 503, body: '' };

interface Row {
  state: string;
  attempts: number;
  lastError: string | null;
  isEmpty: boolean;
}

let gateway: SmsGateway;
let mailServer: MailServer;
let testApp: TestApp;
let admin: Client;
let center: CenterFixture;
let doctor: DoctorFixture;
/** Phone number of a patient who is new in each test. */
let phone: string;
let phones = 0;
/** State before the test: message ids, and the id of the last audit event. */
let before: { messages: string[]; event: number };

/** Starts an app with its own SMS gateway and mail server, one center and one doctor. */
async function start(options = ''): Promise<void> {
  mailServer.received.length = 0;
  testApp = await startTestApp({
    environment: {
      SMS_URL: `${gateway.origin}/sms${options}`,
      MAIL_URL: `smtp://127.0.0.1:${mailServer.port}?from=portal@medcloud.example`,
    },
  });
  admin = await signInAdmin(testApp);
  center = await createCenter(testApp, admin, {
    ...patientName,
    name: 'Aegean Imaging',
    number: 1,
    phone: '+306900000041',
  });
  doctor = await createConfirmedDoctor();
}

/** Lets all services respond again, waits until nothing is pending, and registers a new patient. */
async function resetServices(): Promise<void> {
  gateway.nextResponse = accepted;
  Object.assign(mailServer.behavior, { refuseRecipient: null, drop: null, delayMs: 0 });
  await retryUntil(async () => {
    const { rows: start } = await query(`SELECT 1 FROM outbox_messages WHERE state IN ('waiting', 'sending')`);
    return start.length === 0;
  });
  await admin.signIn(routes.auth.adminLogin.path, adminLogin);
  await doctor.client.signIn(routes.auth.doctorLogin.path, { email: doctor.email, password: doctor.password });
  const { centerId, password } = center;
  await center.client.signIn(routes.auth.centerLogin.path, { centerId, password });
  phones += 1;
  phone = `+3069000001${String(phones).padStart(2, '0')}`;
  const birthFields = { dateOfBirth: '1950-05-17', gender: 'Female' as const };
  await center.client.call(routes.center.registerPatient, { body: { ...patientName, ...birthFields, phone } });
  await query(`UPDATE otp_verifications SET created_at = created_at - interval '8 days'`); // ten numbers a day
  const { rows: messages } = await query<{ id: string }>('SELECT id FROM outbox_messages');
  const { rows: events } = await query<{ last: number }>('SELECT max(id) AS last FROM audit_events');
  before = { messages: messages.map(({ id }) => id), event: events[0]?.last ?? 0 };
  gateway.calls.length = 0;
  mailServer.received.length = 0;
}

const query = <QueryRow extends pg.QueryResultRow = pg.QueryResultRow>(text: string, values: unknown[] = []) =>
  testApp.superuser.query<QueryRow>(text, values);

/** Advances the clock by a second at a time while a message waits for its next attempt, until `condition` holds. */
async function retryUntil(condition: () => Promise<boolean>): Promise<void> {
  await waitUntil(async () => {
    if (await condition()) return true;
    const { rows: waiting } = await query(`SELECT 1 FROM outbox_messages WHERE state = 'waiting'`);
    if (waiting.length > 0) testApp.advanceClock(1_000);
    return false;
  });
}

/** Postpones the next attempt of the one waiting SMS, so that it does not run during another step of the test. */
async function postponeSms(ms: number): Promise<void> {
  const statement = `UPDATE jobs SET due_at = due_at + $1 * interval '1 ms' WHERE kind = 'send-sms' AND state = 'waiting'`;
  await waitUntil(async () => (await query(statement, [ms])).rowCount === 1);
}

/** Creates a doctor who has confirmed the email, is approved and signed in. */
async function createConfirmedDoctor(): Promise<DoctorFixture> {
  const form = signupForm('Messenger');
  await testApp.anonymous.call(routes.auth.doctorSignup, { body: form });
  const link = () => /confirm-email#(\S+)/.exec(mailServer.received.map(bodyOf).join())?.[1];
  await waitUntil(() => link() !== undefined);
  const token = link() ?? '';
  await testApp.anonymous.call(routes.auth.confirmEmail, { body: { token } });
  const [application] = await admin.call(routes.admin.pendingDoctors, {});
  if (!application) throw new Error('The application is not pending.');
  await admin.call(routes.admin.approveDoctor, { params: { id: application.id } });
  const client = new Client(testApp.origin, testApp.config);
  await client.signIn(routes.auth.doctorLogin.path, { email: form.email, password: form.password });
  return { client, id: application.id, userId: application.userId, email: form.email, password: form.password };
}

beforeAll(async () => {
  gateway = await startSmsGateway();
  mailServer = await startMailServer({ tls: 'none' });
  await start();
});
beforeEach(resetServices);
afterAll(async () => {
  await testApp.close();
  await gateway.close();
  await mailServer.close();
});

const requestCode = () => doctor.client.call(routes.doctor.requestPatientAccess, { body: { patientPhone: phone } });
const texts = () => gateway.calls.map(({ body }): string => JSON.parse(body).text);
const sentKeys = () => gateway.calls.map(({ headers }) => headers['idempotency-key']);

async function rows(kind: string): Promise<Row[]> {
  const { rows: found } = await query<Row>(
    `SELECT state, attempts, last_error AS "lastError", sealed IS NULL AS "isEmpty" FROM outbox_messages
     WHERE kind = $1 AND state <> 'decoy' AND id <> ALL ($2) ORDER BY created_at, id`,
    [kind, before.messages],
  );
  return found;
}
const states = async (kind: string) => (await rows(kind)).map(({ state }) => state);

async function auditDetails(event: string): Promise<unknown[]> {
  const { rows: found } = await query<{ details: unknown }>(
    `SELECT details FROM audit_events WHERE event = $1 AND details->>'kind' = 'code' AND id > $2`,
    [event, before.event],
  );
  return found.map(({ details }) => details);
}

describe('verification code by SMS', () => {
  it('is sent once, leaves only the record that it was sent, and is accepted', async () => {
    await requestCode();
    await waitUntil(async () => (await states('code'))[0] === 'sent');
    expect(gateway.calls).toHaveLength(1);
    expect(await rows('code')).toEqual([{ state: 'sent', attempts: 1, lastError: null, isEmpty: true }]);
    expect(await auditDetails('message_sent')).toEqual([{ channel: 'sms', kind: 'code' }]);
    const otpCode = codeIn(texts()[0] ?? '');
    await doctor.client.call(routes.doctor.verifyOtp, { body: { patientPhone: phone, otpCode } });
    await waitUntil(() => gateway.calls.length === 2);
  });

  it('is retried with the same key while the gateway is busy, and is sent once', async () => {
    gateway.nextResponse = busy;
    await requestCode();
    await waitUntil(async () => (await rows('code'))[0]?.lastError === 'http_503');
    await retryUntil(async () => gateway.calls.length >= 2);
    gateway.nextResponse = accepted;
    await retryUntil(async () => (await states('code'))[0] === 'sent');
    expect(new Set(sentKeys()).size).toBe(1);
    expect(new Set(texts()).size).toBe(1);
  });

  it('expires after ten minutes without being sent, and the failure is audited', async () => {
    gateway.nextResponse = busy;
    await requestCode();
    await waitUntil(async () => (await rows('code'))[0]?.lastError === 'http_503');
    await postponeSms(9 * minuteMs);
    gateway.nextResponse = accepted;
    const sent = gateway.calls.length;
    testApp.advanceClock(10 * minuteMs);
    await waitUntil(async () => (await states('code'))[0] === 'expired');
    expect(gateway.calls).toHaveLength(sent);
    expect((await rows('code'))[0]).toMatchObject({ isEmpty: true, lastError: 'http_503' });
    expect(await auditDetails('message_failed')).toEqual([
      { channel: 'sms', kind: 'code', end: 'expired', cause: 'http_503' },
    ]);
  });

  it('is not sent after a newer code replaced it', async () => {
    gateway.nextResponse = busy;
    await requestCode();
    await waitUntil(async () => (await rows('code'))[0]?.lastError === 'http_503');
    const late = texts()[0];
    await postponeSms(1.5 * minuteMs);
    testApp.advanceClock(minuteMs);
    await requestCode();
    await waitUntil(async () => (await rows('code'))[1]?.lastError === 'http_503');
    gateway.calls.length = 0;
    gateway.nextResponse = accepted;
    await retryUntil(async () => (await states('code')).every((state) => state !== 'waiting' && state !== 'sending'));
    expect(await rows('code')).toMatchObject([{ state: 'superseded', isEmpty: true }, { state: 'sent' }]);
    expect(new Set(texts()).size).toBe(1);
    expect(texts()).not.toContain(late);
  });

  it('fails at the first rejection, with its cause and without its text', async () => {
    gateway.nextResponse = { status: 422, body: '' };
    await requestCode();
    await waitUntil(async () => (await states('code'))[0] === 'failed');
    testApp.advanceClock(minuteMs);
    await requestCode();
    await waitUntil(async () => (await states('code'))[1] === 'failed');
    expect(await rows('code')).toMatchObject([
      { attempts: 1, lastError: 'http_422', isEmpty: true },
      { attempts: 1, lastError: 'http_422', isEmpty: true },
    ]);
    expect(await auditDetails('message_failed')).toHaveLength(2);
  });

  it.each([
    ['the connection breaks', 'drop'],
    ['the gateway returns a 500', { status: 500, body: '' }],
  ] as const)(
    'is not retried when %s after the gateway received it: the doctor requests another code',
    async (_, response) => {
      gateway.nextResponse = response;
      await requestCode();
      await waitUntil(async () => (await states('code'))[0] === 'uncertain');
      testApp.advanceClock(30_000);
      gateway.nextResponse = accepted;
      testApp.advanceClock(31_000);
      await requestCode();
      await waitUntil(async () => (await states('code'))[1] === 'sent');
      expect(await rows('code')).toMatchObject([{ state: 'uncertain', attempts: 1, isEmpty: true }, { attempts: 1 }]);
      expect(new Set(texts()).size).toBe(2);
    },
  );

  it('is retried with the same key if the gateway deduplicates', async () => {
    const previous = { testApp, admin, center, doctor };
    await start('#deduplicates=yes');
    onTestFinished(async () => {
      await testApp.close();
      ({ testApp, admin, center, doctor } = previous);
    });
    await resetServices();
    gateway.nextResponse = 'drop';
    await requestCode();
    await waitUntil(async () => (await rows('code'))[0]?.lastError === 'econnreset');
    gateway.nextResponse = accepted;
    await retryUntil(async () => (await states('code'))[0] === 'sent');
    expect(gateway.calls.length).toBeGreaterThan(1);
    expect(new Set(sentKeys()).size).toBe(1);
  });

  it('is sent without delay while a mail server hangs', async () => {
    mailServer.behavior.delayMs = 10 * minuteMs;
    for (const email of [doctor.email, doctor.email, adminLogin.email, adminLogin.email, 'center1@example.gr'])
      await testApp.anonymous.call(routes.auth.forgotPassword, { body: { email } });
    try {
      await requestCode();
      await waitUntil(async () => (await states('code'))[0] === 'sent');
      expect(await states('password-reset')).toContain('sending');
    } finally {
      // accept the retries: closing the app waits for messages being sent
      mailServer.behavior.delayMs = 0;
      mailServer.closeConnections();
    }
  });
});

describe('failStaleMessages', () => {
  it('expires and empties a message without a job after its time, and logs it', async () => {
    gateway.nextResponse = busy;
    await requestCode();
    await waitUntil(async () => (await rows('code'))[0]?.lastError === 'http_503');
    await query(`DELETE FROM jobs WHERE kind = 'send-sms'`);
    testApp.advanceClock(25 * minuteMs);
    await waitUntil(async () => (await states('code'))[0] === 'expired');
    expect(await rows('code')).toMatchObject([{ isEmpty: true }]);
    await admin.signIn(routes.auth.adminLogin.path, adminLogin);
    await waitUntil(async () => {
      const lines = await admin.call(routes.admin.systemLogs, { query: { source: 'queue' } });
      return lines.some(({ message }) => message === 'Messages that could no longer be sent were deleted: 1.');
    });
  });
});

describe('notice by mail', () => {
  const change = async () => {
    const newPassword = `another ${doctor.password}`;
    await doctor.client.call(routes.auth.changePassword, { body: { currentPassword: doctor.password, newPassword } });
    doctor.password = newPassword;
  };

  it('is retried after a lost connection with the same Message-ID', async () => {
    mailServer.behavior.drop = 'after-taking';
    await change();
    await waitUntil(async () => (await rows('password-changed'))[0]?.lastError === 'econnection');
    mailServer.behavior.drop = null;
    await retryUntil(async () => (await states('password-changed'))[0] === 'sent');
    const ids = mailServer.received.map(({ raw }) => /^Message-ID: (.*)$/m.exec(raw)?.[1]);
    expect(ids.length).toBeGreaterThan(1);
    expect(new Set(ids).size).toBe(1);
  });

  it('fails for a mailbox that does not exist', async () => {
    mailServer.behavior.refuseRecipient = 550;
    await change();
    await waitUntil(async () => (await states('password-changed'))[0] === 'failed');
    expect((await rows('password-changed'))[0]).toMatchObject({ attempts: 1, lastError: 'smtp_550', isEmpty: true });
  });
});

describe('reset link by mail', () => {
  it('is not retried when the connection breaks after the server got it', async () => {
    mailServer.behavior.drop = 'after-taking';
    await testApp.anonymous.call(routes.auth.forgotPassword, { body: { email: doctor.email } });
    await waitUntil(async () => (await states('password-reset'))[0] === 'uncertain');
    mailServer.behavior.drop = null;
    testApp.advanceClock(minuteMs);
    expect(await rows('password-reset')).toMatchObject([{ state: 'uncertain', attempts: 1, isEmpty: true }]);
  });
});
