import { routes } from '@medcloud/contract';
import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { type CenterCast, type DoctorCast, makeCenter, signInAdmin, signupForm } from '../harness/cast.ts';
import { Client } from '../harness/client.ts';
import { eventually } from '../harness/leftovers.ts';
import { codeIn } from '../harness/outbox.ts';
import { adminLogin, openWorld, type World } from '../harness/world.ts';
import { bodyOf, type MailServer, startMailServer } from '../services/mail-server.ts';
import { type SmsGateway, startSmsGateway } from '../services/sms-gateway.ts';

const minuteMs = 60_000;
const person = { firstName: 'Μαρία', lastName: 'Νίκου' };
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
let world: World;
let admin: Client;
let center: CenterCast;
let doctor: DoctorCast;
/** Of a patient who is new with each test. */
let phone: string;
let phones = 0;
/** What was written before the test: messages, and the trail's last event. */
let before: { messages: string[]; event: number };

/** A portal with a gateway and a mail server of its own on this machine, one center, and one doctor. */
async function open(options = ''): Promise<void> {
  mailServer.received.length = 0;
  world = await openWorld({
    environment: {
      SMS_URL: `${gateway.origin}/sms${options}`,
      MAIL_URL: `smtp://127.0.0.1:${mailServer.port}?from=portal@medcloud.example`,
    },
  });
  admin = await signInAdmin(world);
  center = await makeCenter(world, admin, { ...person, name: 'Aegean Imaging', number: 1, phone: '+306900000041' });
  doctor = await makeConfirmedDoctor();
}

/** Everything answers again, nothing is on its way any more, and a new patient waits to be asked for. */
async function begin(): Promise<void> {
  gateway.answer = accepted;
  Object.assign(mailServer.behaviour, { refuseRecipient: null, drop: null, delayMs: 0 });
  await tryUntil(async () => {
    const { rows: open } = await query(`SELECT 1 FROM outbox_messages WHERE state IN ('waiting', 'sending')`);
    return open.length === 0;
  });
  await admin.signIn(routes.auth.adminLogin.path, adminLogin);
  await doctor.client.signIn(routes.auth.doctorLogin.path, { email: doctor.email, password: doctor.password });
  const { centerId, password } = center;
  await center.client.signIn(routes.auth.centerLogin.path, { centerId, password });
  phones += 1;
  phone = `+3069000001${String(phones).padStart(2, '0')}`;
  const born = { dateOfBirth: '1950-05-17', gender: 'Female' as const };
  await center.client.call(routes.center.registerPatient, { body: { ...person, ...born, phone } });
  await query(`UPDATE otp_verifications SET created_at = created_at - interval '8 days'`); // ten numbers a day
  const { rows: messages } = await query<{ id: string }>('SELECT id FROM outbox_messages');
  const { rows: events } = await query<{ last: number }>('SELECT max(id) AS last FROM audit_events');
  before = { messages: messages.map(({ id }) => id), event: events[0]?.last ?? 0 };
  gateway.calls.length = 0;
  mailServer.received.length = 0;
}

const query = <Found extends pg.QueryResultRow = pg.QueryResultRow>(text: string, values: unknown[] = []) =>
  world.house.portal.db.pool.query<Found>(text, values);

/** Pushes the clock a second at a time while a message waits for its next try, until it is so. */
async function tryUntil(isSo: () => Promise<boolean>): Promise<void> {
  await eventually(async () => {
    if (await isSo()) return true;
    const { rows: waiting } = await query(`SELECT 1 FROM outbox_messages WHERE state = 'waiting'`);
    if (waiting.length > 0) world.pass(1_000);
    return false;
  });
}

/** Puts the next try of the one SMS that waits off by so much more, so that it does not come while the test is at something else. */
async function putOff(ms: number): Promise<void> {
  const statement = `UPDATE jobs SET due_at = due_at + $1 * interval '1 ms' WHERE kind = 'send-sms' AND state = 'waiting'`;
  await eventually(async () => (await query(statement, [ms])).rowCount === 1);
}

/** A doctor who confirmed the e-mail, was approved and signed in. */
async function makeConfirmedDoctor(): Promise<DoctorCast> {
  const form = signupForm('Messenger');
  await world.anonymous.call(routes.auth.doctorSignup, { body: form });
  const link = () => /confirm-email#(\S+)/.exec(mailServer.received.map(bodyOf).join())?.[1];
  await eventually(() => link() !== undefined);
  const token = link() ?? '';
  await world.anonymous.call(routes.auth.confirmEmail, { body: { token } });
  const [application] = await admin.call(routes.admin.pendingDoctors, {});
  if (!application) throw new Error('The application is not pending.');
  await admin.call(routes.admin.approveDoctor, { params: { id: application.id } });
  const client = new Client(world.origin, world.config);
  await client.signIn(routes.auth.doctorLogin.path, { email: form.email, password: form.password });
  return { client, id: application.id, userId: application.userId, email: form.email, password: form.password };
}

beforeAll(async () => {
  gateway = await startSmsGateway();
  mailServer = await startMailServer({ tls: 'none' });
  await open();
});
beforeEach(begin);
afterAll(async () => {
  await world.close();
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

async function traces(event: string): Promise<unknown[]> {
  const { rows: found } = await query<{ details: unknown }>(
    `SELECT details FROM audit_events WHERE event = $1 AND details->>'kind' = 'code' AND id > $2`,
    [event, before.event],
  );
  return found.map(({ details }) => details);
}

describe('a code by SMS', () => {
  it('goes once, leaves nothing behind but that it went, and opens the request', async () => {
    await ask();
    await eventually(async () => (await states('code'))[0] === 'sent');
    expect(gateway.calls).toHaveLength(1);
    expect(await rows('code')).toEqual([{ state: 'sent', attempts: 1, lastError: null, isEmpty: true }]);
    expect(await traces('message_sent')).toEqual([{ channel: 'sms', kind: 'code' }]);
    const otpCode = codeIn(texts()[0] ?? '');
    await doctor.client.call(routes.doctor.verifyOtp, { body: { patientPhone: phone, otpCode } });
    await eventually(() => gateway.calls.length === 2);
  });

  it('is tried again while the gateway is busy, with the same key, and goes once', async () => {
    gateway.answer = busy;
    await ask();
    await eventually(async () => (await rows('code'))[0]?.lastError === 'http_503');
    await tryUntil(async () => gateway.calls.length >= 2);
    gateway.answer = accepted;
    await tryUntil(async () => (await states('code'))[0] === 'sent');
    expect(new Set(keys()).size).toBe(1);
    expect(new Set(texts()).size).toBe(1);
  });

  it('is never late: when its ten minutes are over it is dropped, and the loss is written down', async () => {
    gateway.answer = busy;
    await ask();
    await eventually(async () => (await rows('code'))[0]?.lastError === 'http_503');
    await putOff(9 * minuteMs);
    gateway.answer = accepted;
    const sent = gateway.calls.length;
    world.pass(10 * minuteMs);
    await eventually(async () => (await states('code'))[0] === 'expired');
    expect(gateway.calls).toHaveLength(sent);
    expect((await rows('code'))[0]).toMatchObject({ isEmpty: true, lastError: 'http_503' });
    expect(await traces('message_failed')).toEqual([
      { channel: 'sms', kind: 'code', end: 'expired', cause: 'http_503' },
    ]);
  });

  it('that another replaced does not go any more', async () => {
    gateway.answer = busy;
    await ask();
    await eventually(async () => (await rows('code'))[0]?.lastError === 'http_503');
    const late = texts()[0];
    await putOff(1.5 * minuteMs);
    world.pass(minuteMs);
    await ask();
    await eventually(async () => (await rows('code'))[1]?.lastError === 'http_503');
    gateway.calls.length = 0;
    gateway.answer = accepted;
    await tryUntil(async () => (await states('code')).every((state) => state !== 'waiting' && state !== 'sending'));
    expect(await rows('code')).toMatchObject([{ state: 'superseded', isEmpty: true }, { state: 'sent' }]);
    expect(new Set(texts()).size).toBe(1);
    expect(texts()).not.toContain(late);
  });

  it('that is refused ends at once, with its cause and without its text', async () => {
    gateway.answer = { status: 422, body: '' };
    await ask();
    await eventually(async () => (await states('code'))[0] === 'failed');
    world.pass(minuteMs);
    await ask();
    await eventually(async () => (await states('code'))[1] === 'failed');
    expect(await rows('code')).toMatchObject([
      { attempts: 1, lastError: 'http_422', isEmpty: true },
      { attempts: 1, lastError: 'http_422', isEmpty: true },
    ]);
    expect(await traces('message_failed')).toHaveLength(2);
  });

  it.each([
    ['the line breaks', 'drop'],
    ['the gateway fails inside', { status: 500, body: '' }],
  ] as const)('is not sent again when %s after it was handed over: the doctor asks for another', async (_, answer) => {
    gateway.answer = answer;
    await ask();
    await eventually(async () => (await states('code'))[0] === 'uncertain');
    world.pass(30_000);
    gateway.answer = accepted;
    world.pass(31_000);
    await ask();
    await eventually(async () => (await states('code'))[1] === 'sent');
    expect(await rows('code')).toMatchObject([{ state: 'uncertain', attempts: 1, isEmpty: true }, { attempts: 1 }]);
    expect(new Set(texts()).size).toBe(2);
  });

  it('is sent again by the same key where the gateway promises to know it', async () => {
    const usual = { world, admin, center, doctor };
    await open('#deduplicates=yes');
    onTestFinished(async () => {
      await world.close();
      ({ world, admin, center, doctor } = usual);
    });
    await begin();
    gateway.answer = 'drop';
    await ask();
    await eventually(async () => (await rows('code'))[0]?.lastError === 'econnreset');
    gateway.answer = accepted;
    await tryUntil(async () => (await states('code'))[0] === 'sent');
    expect(gateway.calls.length).toBeGreaterThan(1);
    expect(new Set(keys()).size).toBe(1);
  });

  it('does not wait for a mail server that hangs', async () => {
    mailServer.behaviour.delayMs = 10 * minuteMs;
    for (const email of [doctor.email, doctor.email, adminLogin.email, adminLogin.email, 'center1@example.gr'])
      await world.anonymous.call(routes.auth.forgotPassword, { body: { email } });
    try {
      await ask();
      await eventually(async () => (await states('code'))[0] === 'sent');
      expect(await states('password-reset')).toContain('sending');
    } finally {
      // what is tried again meanwhile is taken: a portal that ends waits for what it sends
      mailServer.behaviour.delayMs = 0;
      mailServer.breakLines();
    }
  });
});

describe('a message whose job is gone', () => {
  it('is emptied once its time is over, and that is said in the log', async () => {
    gateway.answer = busy;
    await ask();
    await eventually(async () => (await rows('code'))[0]?.lastError === 'http_503');
    await query(`DELETE FROM jobs WHERE kind = 'send-sms'`);
    world.pass(25 * minuteMs);
    await eventually(async () => (await states('code'))[0] === 'expired');
    expect(await rows('code')).toMatchObject([{ isEmpty: true }]);
    await admin.signIn(routes.auth.adminLogin.path, adminLogin);
    await eventually(async () => {
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
    await eventually(async () => (await rows('password-changed'))[0]?.lastError === 'econnection');
    mailServer.behaviour.drop = null;
    await tryUntil(async () => (await states('password-changed'))[0] === 'sent');
    const ids = mailServer.received.map(({ raw }) => /^Message-ID: (.*)$/m.exec(raw)?.[1]);
    expect(ids.length).toBeGreaterThan(1);
    expect(new Set(ids).size).toBe(1);
  });

  it('to a mailbox that is none ends as failed', async () => {
    mailServer.behaviour.refuseRecipient = 550;
    await change();
    await eventually(async () => (await states('password-changed'))[0] === 'failed');
    expect((await rows('password-changed'))[0]).toMatchObject({ attempts: 1, lastError: 'smtp_550', isEmpty: true });
  });
});

describe('a link by mail', () => {
  it('is not sent again when the line breaks after it was handed over', async () => {
    mailServer.behaviour.drop = 'after-taking';
    await world.anonymous.call(routes.auth.forgotPassword, { body: { email: doctor.email } });
    await eventually(async () => (await states('password-reset'))[0] === 'uncertain');
    mailServer.behaviour.drop = null;
    world.pass(minuteMs);
    expect(await rows('password-reset')).toMatchObject([{ state: 'uncertain', attempts: 1, isEmpty: true }]);
  });
});
