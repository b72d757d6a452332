import { routes } from '@medcloud/contract';
import { problem } from '@medcloud/contract/shapes/common';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { Client } from '../harness/client.ts';
import {
  type CenterFixture,
  createCenter,
  createDoctor,
  type DoctorFixture,
  signInAdmin,
} from '../harness/fixtures.ts';
import type { SentMail } from '../harness/outbox.ts';
import { adminLogin, racingConnections, startTestApp, type TestApp } from '../harness/start-test-app.ts';
import { waitUntil } from '../harness/wait-until.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

const tokenIn = ({ text }: SentMail) => /\/auth\/reset-password#([\w-]{43})\n/.exec(text)?.[1] ?? '';
const codeOf = async (response: Response) => problem.parse(await response.json()).code;

let testApp: TestApp;
beforeAll(async () => {
  testApp = await startTestApp({ connections: racingConnections });
});
afterAll(() => testApp.close());

describe('POST /api/auth/reset-password', () => {
  let admin: Client;
  let center: CenterFixture;
  let doctor: DoctorFixture;
  let createdCount = 0;

  beforeAll(async () => {
    admin = await signInAdmin(testApp);
    const plan = { name: 'Aegean Imaging', number: 1, firstName: 'Μαρία', lastName: 'Νίκου' };
    center = await createCenter(testApp, admin, { ...plan, phone: '+306900000061' });
    doctor = await createDoctor(testApp, admin, 'forgetful');
  });

  const forgot = (email: string) => testApp.anonymous.json('POST', routes.auth.forgotPassword.path, { email });
  const reset = (token: string, password: string) =>
    testApp.anonymous.json('POST', routes.auth.resetPassword.path, { token, password });
  const links = async (email: string) =>
    (await testApp.outbox.mail()).filter((mail) => mail.to === email.toLowerCase() && tokenIn(mail) !== '');
  const linkFor = async (email: string): Promise<SentMail> => {
    const before = (await links(email)).length;
    expect((await forgot(email)).status).toBe(202);
    await waitUntil(async () => (await links(email)).length > before);
    const [mail] = (await links(email)).slice(before);
    if (!mail) throw new Error('No reset link was mailed.');
    return mail;
  };
  const another = async () => {
    createdCount += 1;
    return await createDoctor(testApp, admin, `forgetful${createdCount}`);
  };

  it('sets the password by the mailed link, ends sessions, rejects the old password and mails the owner', async () => {
    const mail = await linkFor(doctor.email);
    expect(mail.text).toContain(`${testApp.config.publicUrl.origin}/auth/reset-password#`);
    expect(mail.text).toMatch(/[α-ω]/); // the doctor signed up in Greek
    const response = await reset(tokenIn(mail), 'a password set anew');
    expect(await response.json()).toEqual({ ok: true, role: 'doctor' });
    expect((await doctor.client.raw('GET', routes.auth.session.path)).status).toBe(401);
    const login = (password: string) =>
      testApp.anonymous.json('POST', routes.auth.doctorLogin.path, { email: doctor.email, password });
    expect((await login(doctor.password)).status).toBe(401);
    expect((await login('a password set anew')).status).toBe(200);
    await expect
      .poll(async () => (await testApp.outbox.mail()).map(({ to, subject }) => `${to} ${subject}`))
      .toContain(`${doctor.email} Ο κωδικός πρόσβασής σας στο MedCloud άλλαξε`);
  });

  it("resets a center's password by its email, and the mail names its center ID", async () => {
    const mail = await linkFor(center.email.toUpperCase());
    expect(mail.text).toContain(center.centerId);
    expect(await (await reset(tokenIn(mail), 'the center’s new one')).json()).toMatchObject({ role: 'medical_center' });
    await new Client(testApp.origin, testApp.config).signIn(routes.auth.centerLogin.path, {
      centerId: center.centerId,
      password: 'the center’s new one',
    });
  });

  it('resets an expired initial password of a center, which then need not be changed again', async () => {
    const login = { centerId: 'MCLAPSED', password: 'initial secret' };
    const fields = {
      name: 'Ionian Imaging',
      email: 'lapsed@example.gr',
      address: 'Ακτή Μιαούλη 1',
      phone: '2105550100',
    };
    await admin.call(routes.admin.createMedicalCenter, { body: { ...login, ...fields } });
    testApp.advanceClock(8 * 24 * hourMs);
    expect((await testApp.anonymous.json('POST', routes.auth.centerLogin.path, login)).status).toBe(401);
    await reset(tokenIn(await linkFor(fields.email)), 'one of its own');
    const client = new Client(testApp.origin, testApp.config);
    await client.signIn(routes.auth.centerLogin.path, { ...login, password: 'one of its own' });
    expect((await client.call(routes.auth.session, {})).user.mustChangePassword).toBe(false);
    admin = await signInAdmin(testApp);
  });

  it("resets an administrator's password", async () => {
    const mail = await linkFor(adminLogin.email);
    expect(await (await reset(tokenIn(mail), adminLogin.password)).json()).toMatchObject({ role: 'admin' });
    admin = await signInAdmin(testApp);
  });

  it('accepts a link once and then answers as for an unknown link', async () => {
    const { email } = await another();
    const token = tokenIn(await linkFor(email));
    const responses = await Promise.all(Array.from({ length: 8 }, () => reset(token, 'eight at once, one wins')));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(400)]);
    const used = await reset(token, 'once more');
    const unknown = await reset('x'.repeat(43), 'once more');
    const withoutRequestId = (body: string) => body.replace(/"requestId":"[^"]*"/, '');
    expect(withoutRequestId(await used.text())).toBe(withoutRequestId(await unknown.text()));
    expect(used.status).toBe(400);
  });

  it('invalidates all other links when the password is reset or changed', async () => {
    const account = await another();
    const [first, second] = [tokenIn(await linkFor(account.email)), tokenIn(await linkFor(account.email))];
    expect((await reset(second, 'by the second link')).status).toBe(200);
    expect(await codeOf(await reset(first, 'by the first link'))).toBe('invalid_or_expired');
    const third = tokenIn(await linkFor(account.email));
    await account.client.signIn(routes.auth.doctorLogin.path, { email: account.email, password: 'by the second link' });
    await account.client.call(routes.auth.changePassword, {
      body: { currentPassword: 'by the second link', newPassword: 'by hand' },
    });
    expect(await codeOf(await reset(third, 'by the third link'))).toBe('invalid_or_expired');
  });

  it('rejects a link that went to a former email of a doctor or center', async () => {
    const account = await another();
    const theirs = tokenIn(await linkFor(account.email));
    await account.client.call(routes.doctor.changeProfile, { body: { email: 'elsewhere@doctors.example.gr' } });
    expect(await codeOf(await reset(theirs, 'by who reads the old mail'))).toBe('invalid_or_expired');
    const fresh = tokenIn(await linkFor('elsewhere@doctors.example.gr'));
    expect((await reset(fresh, 'by who reads the new mail')).status).toBe(200);
    const old = tokenIn(await linkFor(center.email));
    await admin.call(routes.admin.changeMedicalCenter, {
      params: { id: center.id },
      body: { email: 'moved.center@example.gr' },
    });
    expect(await codeOf(await reset(old, 'by who reads the old mail'))).toBe('invalid_or_expired');
    await admin.call(routes.admin.changeMedicalCenter, { params: { id: center.id }, body: { email: center.email } });
  });

  it('rejects a link after an hour', async () => {
    const { email } = await another();
    const [early, late] = [tokenIn(await linkFor(email)), tokenIn(await linkFor(email))];
    testApp.advanceClock(59 * minuteMs);
    expect((await reset(early, 'just in time')).status).toBe(200);
    const again = tokenIn(await linkFor(email));
    testApp.advanceClock(hourMs + 1_000);
    expect(await codeOf(await reset(again, 'too late'))).toBe('invalid_or_expired');
    expect(await codeOf(await reset(late, 'too late'))).toBe('invalid_or_expired');
    admin = await signInAdmin(testApp);
  });

  it('keeps the link valid if the new password is too short', async () => {
    const { email } = await another();
    const token = tokenIn(await linkFor(email));
    const short = await reset(token, 'short');
    expect(problem.parse(await short.json()).errors).toMatchObject([
      { field: 'password', message: 'Password must be at least 6 characters' },
    ]);
    expect((await reset(token, 'sixsix')).status).toBe(200);
  });

  it('signs in at once after a reset, despite the sign-in delay', async () => {
    const { email } = await another();
    const login = (password: string) =>
      testApp.anonymous.json('POST', routes.auth.doctorLogin.path, { email, password });
    // fake the limiter's clock, so that a delay does not end before the next attempt
    vi.useFakeTimers({ toFake: ['Date'] });
    try {
      for (let attempt = 0; attempt < 9; attempt += 1) await login('a guess');
      expect((await login('a guess')).status).toBe(429);
    } finally {
      vi.useRealTimers();
    }
    await reset(tokenIn(await linkFor(email)), 'known to its owner');
    expect((await login('known to its owner')).status).toBe(200);
  });

  it('mails at most three links an hour to an address', async () => {
    const { email } = await another();
    for (let time = 0; time < 3; time += 1) await linkFor(email);
    for (let time = 0; time < 4; time += 1) expect((await forgot(email)).status).toBe(202);
    const { rows } = await testApp.superuser.query<{ state: string }>(
      `SELECT state FROM outbox_messages WHERE kind = 'password-reset' ORDER BY created_at DESC, id DESC LIMIT 4`,
    );
    expect(rows.map(({ state }) => state)).toEqual(['decoy', 'decoy', 'decoy', 'decoy']);
    testApp.advanceClock(hourMs);
    await linkFor(email);
    admin = await signInAdmin(testApp);
  });

  it('stores neither token nor address in plain text', async () => {
    const { email } = await another();
    const token = tokenIn(await linkFor(email));
    const { rows } = await testApp.superuser.query<{ text: string }>(
      'SELECT r::text || coalesce(a.details::text, $1) AS text FROM password_resets r LEFT JOIN audit_events a ON a.object_id = r.id::text',
      [''],
    );
    expect(rows.length).toBeGreaterThan(0);
    for (const { text } of rows) {
      expect(text).not.toContain(token);
      expect(text).not.toContain(email);
    }
  });
});

describe('forgot-password for an unknown address', () => {
  let known: string;

  beforeAll(async () => {
    const admin = await signInAdmin(testApp);
    known = (await createDoctor(testApp, admin, 'known')).email;
    testApp.advanceClock(1_000);
    await testApp.app.context.queue.stop(); // messages sent after the response are not compared
  });

  it('gets the same response and runs the same statements as for a known one', async () => {
    const runReset = async (email: string) => {
      const { texts, stop } = testApp.statements.record();
      const response = await testApp.anonymous.json('POST', routes.auth.forgotPassword.path, { email });
      stop();
      const headers = [...response.headers].filter(([name]) => name !== 'date');
      return { status: response.status, headers, body: await response.text(), texts };
    };
    const ofKnown = await runReset(known);
    expect(ofKnown.texts.length).toBeGreaterThan(5);
    expect(await runReset('nobody@example.gr')).toEqual(ofKnown);
  });
});

describe('password reset on https', () => {
  it('requires fifteen characters and allows five requests an hour per client address', async () => {
    const testApp = await startTestApp({
      environment: { PUBLIC_URL: 'https://portal.example.gr', TRUSTED_PROXIES: '127.0.0.0/8' },
    });
    try {
      const ask = (email: string) =>
        testApp.anonymous.json(
          'POST',
          routes.auth.forgotPassword.path,
          { email },
          {
            headers: { 'x-forwarded-for': '203.0.113.9' },
          },
        );
      await ask(adminLogin.email);
      const mail = await testApp.outbox.nextMail(adminLogin.email, 0);
      expect(mail.text).toContain('https://portal.example.gr/auth/reset-password#');
      const short = await testApp.anonymous.json('POST', routes.auth.resetPassword.path, {
        token: tokenIn(mail),
        password: 'fourteen chars',
      });
      expect(problem.parse(await short.json()).errors).toMatchObject([
        { field: 'password', message: 'Password must be at least 15 characters' },
      ]);
      const easy = await testApp.anonymous.json('POST', routes.auth.resetPassword.path, {
        token: tokenIn(mail),
        password: `${adminLogin.email} 2026`,
      });
      expect(problem.parse(await easy.json()).errors?.[0]?.field).toBe('password');
      const weak = await (await signInAdmin(testApp)).json('POST', routes.admin.createMedicalCenter.path, {
        name: 'Aegean Imaging',
        email: 'center@example.gr',
        address: 'Ακτή Μιαούλη 1, Πειραιάς',
        phone: '+302105550100',
        centerId: 'MCWEAK01',
        password: '12345678',
      });
      expect(problem.parse(await weak.json()).errors).toMatchObject([{ field: 'password', code: 'password_short_15' }]);
      const statuses = [];
      for (let time = 0; time < 5; time += 1) statuses.push((await ask(`nobody${time}@example.gr`)).status);
      expect(statuses).toEqual([202, 202, 202, 202, 429]);
    } finally {
      await testApp.close();
    }
  });
});
