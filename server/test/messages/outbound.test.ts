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
/** Of a patient who is new with each test. */
let phone: string;
let phones = 0;
/** What was written before the test: messages, and the trail's last event. */
let before: { messages: string[]; event: number };

/** A portal with a gateway and a mail server of its own on this machine, one center, and one doctor. */
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

/** Everything answers again, nothing is on its way any more, and a new patient waits to be asked for. */
async function resetServices(): Promise<void> {
  gateway.nextResponse = accepted;
  Object.assign(mailServer.behaviour, { refuseRecipient: null, drop: null, delayMs: 0 });
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
  testApp.app.context.db.pool.query<QueryRow>(text, values);

/** Pushes the clock a second at a time while a message waits for its next try, until it is so. */
async function retryUntil(condition: () => Promise<boolean>): Promise<void> {
  await waitUntil(async () => {
    if (await condition()) return true;
    const { rows: waiting } = await query(`SELECT 1 FROM outbox_messages WHERE state = 'waiting'`);
    if (waiting.length > 0) testApp.advanceClock(1_000);
    return false;
  });
}

/** Puts the next try of the one SMS that waits off by so much more, so that it does not come while the test is at something else. */
async function postponeSms(ms: number): Promise<void> {
  const statement = `UPDATE jobs SET due_at = due_at + $1 * interval '1 ms' WHERE kind = 'send-sms' AND state = 'waiting'`;
  await waitUntil(async () => (await query(statement, [ms])).rowCount === 1);
}

/** A doctor who confirmed the e-mail, was approved and signed in. */
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

const ask = () => doctor.client.call(routes.doctor.requestPatientAccess, { body: { patientPhone: phone } });
const texts = () => gateway.calls.map(({ body }): string => JSON.parse(body).text);
const keys = () => gateway.calls.map(({ headers }) => headers['idempotency-key']);

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

describe('a code by SMS', () => {
  it('goes once, leaves nothing behind but that it went, and opens the request', async () => {
    await ask();
    await waitUntil(async () => (await states('code'))[0] === 'sent');
    expect(gateway.calls).toHaveLength(1);
    expect(await rows('code')).toEqual([{ state: 'sent', attempts: 1, lastError: null, isEmpty: true }]);
    expect(await auditDetails('message_sent')).toEqual([{ channel: 'sms', kind: 'code' }]);
    const otpCode = codeIn(texts()[0] ?? '');
    await doctor.client.call(routes.doctor.verifyOtp, { body: { patientPhone: phone, otpCode } });
    await waitUntil(() => gateway.calls.length === 2);
  });

  it('is tried again while the gateway is busy, with the same key, and goes once', async () => {
    gateway.nextResponse = busy;
    await ask();
    await waitUntil(async () => (await rows('code'))[0]?.lastError === 'http_503');
    await retryUntil(async () => gateway.calls.length >= 2);
    gateway.nextResponse = accepted;
    await retryUntil(async () => (await states('code'))[0] === 'sent');
    expect(new Set(keys()).size).toBe(1);
    expect(new Set(texts()).size).toBe(1);
  });

  it('is never late: when its ten minutes are over it is dropped, and the loss is written down', async () => {
    gateway.nextResponse = busy;
    await ask();
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

  it('that another replaced does not go any more', async () => {
    gateway.nextResponse = busy;
    await ask();
    await waitUntil(async () => (await rows('code'))[0]?.lastError === 'http_503');
    const late = texts()[0];
    await postponeSms(1.5 * minuteMs);
    testApp.advanceClock(minuteMs);
    await ask();
    await waitUntil(async () => (await rows('code'))[1]?.lastError === 'http_503');
    gateway.calls.length = 0;
    gateway.nextResponse = accepted;
    await retryUntil(async () => (await states('code')).every((state) => state !== 'waiting' && state !== 'sending'));
    expect(await rows('code')).toMatchObject([{ state: 'superseded', isEmpty: true }, { state: 'sent' }]);
    expect(new Set(texts()).size).toBe(1);
    expect(texts()).not.toContain(late);
  });

  it('that is refused ends at once, with its cause and without its text', async () => {
    gateway.nextResponse = { status: 422, body: '' };
    await ask();
    await waitUntil(async () => (await states('code'))[0] === 'failed');
    testApp.advanceClock(minuteMs);
    await ask();
    await waitUntil(async () => (await states('code'))[1] === 'failed');
    expect(await rows('code')).toMatchObject([
      { attempts: 1, lastError: 'http_422', isEmpty: true },
      { attempts: 1, lastError: 'http_422', isEmpty: true },
    ]);
    expect(await auditDetails('message_failed')).toHaveLength(2);
  });

  it.each([
    ['the line breaks', 'drop'],
    ['the gateway fails inside', { status: 500, body: '' }],
  ] as const)(
    'is not sent again when %s after it was handed over: the doctor asks for another',
    async (_, response) => {
      gateway.nextResponse = response;
      await ask();
      await waitUntil(async () => (await states('code'))[0] === 'uncertain');
      testApp.advanceClock(30_000);
      gateway.nextResponse = accepted;
      testApp.advanceClock(31_000);
      await ask();
      await waitUntil(async () => (await states('code'))[1] === 'sent');
      expect(await rows('code')).toMatchObject([{ state: 'uncertain', attempts: 1, isEmpty: true }, { attempts: 1 }]);
      expect(new Set(texts()).size).toBe(2);
    },
  );

  it('is sent again by the same key where the gateway promises to know it', async () => {
    const previous = { testApp, admin, center, doctor };
    await start('#deduplicates=yes');
    onTestFinished(async () => {
      await testApp.close();
      ({ testApp, admin, center, doctor } = previous);
    });
    await resetServices();
    gateway.nextResponse = 'drop';
    await ask();
    await waitUntil(async () => (await rows('code'))[0]?.lastError === 'econnreset');
    gateway.nextResponse = accepted;
    await retryUntil(async () => (await states('code'))[0] === 'sent');
    expect(gateway.calls.length).toBeGreaterThan(1);
    expect(new Set(keys()).size).toBe(1);
  });

  it('does not wait for a mail server that hangs', async () => {
    mailServer.behaviour.delayMs = 10 * minuteMs;
    for (const email of [doctor.email, doctor.email, adminLogin.email, adminLogin.email, 'center1@example.gr'])
      await testApp.anonymous.call(routes.auth.forgotPassword, { body: { email } });
    try {
      await ask();
      await waitUntil(async () => (await states('code'))[0] === 'sent');
      expect(await states('password-reset')).toContain('sending');
    } finally {
      // what is tried again meanwhile is taken: a portal that ends waits for what it sends
      mailServer.behaviour.delayMs = 0;
      mailServer.closeConnections();
    }
  });
});

describe('a message whose job is gone', () => {
  it('is emptied once its time is over, and that is said in the log', async () => {
    gateway.nextResponse = busy;
    await ask();
    await waitUntil(async () => (await rows('code'))[0]?.lastError === 'http_503');
    await query(`DELETE FROM jobs WHERE kind = 'send-sms'`);
    testApp.advanceClock(25 * minuteMs);
    await waitUntil(async () => (await states('code'))[0] === 'expired');
    expect(await rows('code')).toMatchObject([{ isEmpty: true }]);
    await admin.signIn(routes.auth.adminLogin.path, adminLogin);
    await waitUntil(async () => {
      const lines = await admin.call(routes.admin.systemLogs, { query: { source: 'queue' } });
      return lines.some(({ message }) => message === 'Messages whose job was gone were emptied unsent: 1.');
    });
  });
});

describe('news by mail', () => {
  const change = async () => {
    const newPassword = `another ${doctor.password}`;
    await doctor.client.call(routes.auth.changePassword, { body: { currentPassword: doctor.password, newPassword } });
    doctor.password = newPassword;
  };

  it('comes again rather than not at all, under one Message-ID', async () => {
    mailServer.behaviour.drop = 'after-taking';
    await change();
    await waitUntil(async () => (await rows('password-changed'))[0]?.lastError === 'econnection');
    mailServer.behaviour.drop = null;
    await retryUntil(async () => (await states('password-changed'))[0] === 'sent');
    const ids = mailServer.received.map(({ raw }) => /^Message-ID: (.*)$/m.exec(raw)?.[1]);
    expect(ids.length).toBeGreaterThan(1);
    expect(new Set(ids).size).toBe(1);
  });

  it('to a mailbox that is none ends as failed', async () => {
    mailServer.behaviour.refuseRecipient = 550;
    await change();
    await waitUntil(async () => (await states('password-changed'))[0] === 'failed');
    expect((await rows('password-changed'))[0]).toMatchObject({ attempts: 1, lastError: 'smtp_550', isEmpty: true });
  });
});

describe('a link by mail', () => {
  it('is not sent again when the line breaks after it was handed over', async () => {
    mailServer.behaviour.drop = 'after-taking';
    await testApp.anonymous.call(routes.auth.forgotPassword, { body: { email: doctor.email } });
    await waitUntil(async () => (await states('password-reset'))[0] === 'uncertain');
    mailServer.behaviour.drop = null;
    testApp.advanceClock(minuteMs);
    expect(await rows('password-reset')).toMatchObject([{ state: 'uncertain', attempts: 1, isEmpty: true }]);
  });
});
