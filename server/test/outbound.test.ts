import { routes } from '@medcloud/contract';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type DoctorCast, makeCenter, signInAdmin, signupForm } from './cast.ts';
import { Client } from './client.ts';
import { eventually } from './leftovers.ts';
import { codeIn } from './outbox.ts';
import { bodyOf, type MailServer, startMailServer } from './outside/mail-server.ts';
import { type SmsGateway, startSmsGateway } from './outside/sms-gateway.ts';
import { adminLogin, openWorld, type World } from './world.ts';

const minuteMs = 60_000;
const phone = '+306900000041';
const plan = { name: 'Aegean Imaging', number: 1, firstName: 'Μαρία', lastName: 'Νίκου', phone };
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
let doctor: DoctorCast;

/** A portal with a gateway and a mail server of its own on this machine, one center with a patient, and one doctor. */
async function begin(options = ''): Promise<void> {
  world = await openWorld({
    environment: {
      SMS_URL: `${gateway.origin}/sms${options}`,
      MAIL_URL: `smtp://127.0.0.1:${mailServer.port}?from=portal@medcloud.example`,
    },
  });
  admin = await signInAdmin(world);
  await makeCenter(world, admin, plan);
  doctor = await makeConfirmedDoctor();
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

beforeEach(async () => {
  gateway = await startSmsGateway();
  mailServer = await startMailServer({ tls: 'none' });
});
afterEach(async () => {
  await world.close();
  await gateway.close();
  await mailServer.close();
});

const ask = () => doctor.client.call(routes.doctor.requestPatientAccess, { body: { patientPhone: phone } });
const texts = () => gateway.calls.map(({ body }): string => JSON.parse(body).text);
const keys = () => gateway.calls.map(({ headers }) => headers['idempotency-key']);

async function rows(kind: string): Promise<Row[]> {
  const { rows: found } = await world.house.portal.db.pool.query<Row>(
    `SELECT state, attempts, last_error AS "lastError", sealed IS NULL AS "isEmpty" FROM outbox_messages
     WHERE kind = $1 AND state <> 'decoy' ORDER BY created_at, id`,
    [kind],
  );
  return found;
}
const states = async (kind: string) => (await rows(kind)).map(({ state }) => state);

async function traces(event: string): Promise<unknown[]> {
  const { rows: found } = await world.house.portal.db.pool.query<{ details: unknown }>(
    `SELECT details FROM audit_events WHERE event = $1 AND details->>'kind' = 'code'`,
    [event],
  );
  return found.map(({ details }) => details);
}

describe('a code by SMS', () => {
  it('goes once, leaves nothing behind but that it went, and opens the request', async () => {
    await begin();
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
    await begin();
    gateway.answer = busy;
    await ask();
    await eventually(async () => (await rows('code'))[0]?.lastError === 'http_503');
    world.pass(5_000);
    await eventually(() => gateway.calls.length === 2);
    gateway.answer = accepted;
    await eventually(async () => {
      world.pass(5_000);
      return (await states('code'))[0] === 'sent';
    });
    expect(new Set(keys()).size).toBe(1);
    expect(new Set(texts()).size).toBe(1);
  });

  it('is never late: when its ten minutes are over it is dropped, and the loss is written down', async () => {
    await begin();
    gateway.answer = busy;
    await ask();
    await eventually(async () => (await rows('code'))[0]?.lastError === 'http_503');
    gateway.answer = accepted;
    const before = gateway.calls.length;
    world.pass(10 * minuteMs);
    await eventually(async () => (await states('code'))[0] === 'expired');
    expect(gateway.calls).toHaveLength(before);
    expect((await rows('code'))[0]).toMatchObject({ isEmpty: true, lastError: 'http_503' });
    expect(await traces('message_failed')).toEqual([
      { channel: 'sms', kind: 'code', end: 'expired', cause: 'http_503' },
    ]);
  });

  it('that another replaced does not go any more', async () => {
    await begin();
    gateway.answer = busy;
    await ask();
    await eventually(async () => (await rows('code'))[0]?.lastError === 'http_503');
    const late = texts()[0];
    world.pass(minuteMs);
    await ask();
    gateway.calls.length = 0;
    gateway.answer = accepted;
    await eventually(async () => {
      world.pass(5_000);
      return (await states('code')).every((state) => state !== 'waiting' && state !== 'sending');
    });
    expect(await rows('code')).toMatchObject([{ state: 'superseded', isEmpty: true }, { state: 'sent' }]);
    expect(new Set(texts()).size).toBe(1);
    expect(texts()).not.toContain(late);
  });

  it('that is refused ends at once, with its cause and without its text', async () => {
    await begin();
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
    await begin();
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
    await begin('#deduplicates=yes');
    gateway.answer = 'drop';
    await ask();
    await eventually(async () => (await rows('code'))[0]?.lastError === 'econnreset');
    gateway.answer = accepted;
    await eventually(async () => {
      world.pass(5_000);
      return (await states('code'))[0] === 'sent';
    });
    expect(gateway.calls.length).toBeGreaterThan(1);
    expect(new Set(keys()).size).toBe(1);
  });

  it('does not wait for a mail server that hangs', async () => {
    await begin();
    mailServer.behaviour.delayMs = 20_000;
    for (const email of [doctor.email, doctor.email, adminLogin.email, adminLogin.email, 'center1@example.gr'])
      await world.anonymous.call(routes.auth.forgotPassword, { body: { email } });
    await ask();
    await eventually(async () => (await states('code'))[0] === 'sent');
    expect(await states('password-reset')).toContain('sending');
    // what is tried again meanwhile is taken: a portal that ends waits for what it sends
    mailServer.behaviour.delayMs = 0;
    mailServer.breakLines();
  });
});

describe('a message whose job is gone', () => {
  it('is emptied once its time is over, and that is said in the log', async () => {
    await begin();
    gateway.answer = busy;
    await ask();
    await eventually(async () => (await rows('code'))[0]?.lastError === 'http_503');
    await world.house.portal.db.pool.query(`DELETE FROM jobs WHERE kind = 'send-sms'`);
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
  const changePassword = async () => {
    await begin();
    await eventually(async () => (await states('approved'))[0] === 'sent');
    mailServer.received.length = 0;
    return () =>
      doctor.client.call(routes.auth.changePassword, {
        body: { currentPassword: doctor.password, newPassword: 'another password' },
      });
  };

  it('comes again rather than not at all, under one Message-ID', async () => {
    const change = await changePassword();
    mailServer.behaviour.drop = 'after-taking';
    await change();
    await eventually(async () => (await rows('password-changed'))[1]?.lastError === 'econnection');
    mailServer.behaviour.drop = null;
    await eventually(async () => {
      world.pass(5_000);
      return (await states('password-changed'))[1] === 'sent';
    });
    const ids = mailServer.received.map(({ raw }) => /^Message-ID: (.*)$/m.exec(raw)?.[1]);
    expect(ids.length).toBeGreaterThan(1);
    expect(new Set(ids).size).toBe(1);
  });

  it('to a mailbox that is none ends as failed', async () => {
    const change = await changePassword();
    mailServer.behaviour.refuseRecipient = 550;
    await change();
    await eventually(async () => (await states('password-changed'))[1] === 'failed');
    expect((await rows('password-changed'))[1]).toMatchObject({ attempts: 1, lastError: 'smtp_550', isEmpty: true });
  });
});

describe('a link by mail', () => {
  it('is not sent again when the line breaks after it was handed over', async () => {
    await begin();
    await eventually(async () => (await states('approved'))[0] === 'sent');
    mailServer.behaviour.drop = 'after-taking';
    await world.anonymous.call(routes.auth.forgotPassword, { body: { email: doctor.email } });
    await eventually(async () => (await states('password-reset'))[0] === 'uncertain');
    mailServer.behaviour.drop = null;
    world.pass(minuteMs);
    expect(await rows('password-reset')).toMatchObject([{ state: 'uncertain', attempts: 1, isEmpty: true }]);
  });
});
