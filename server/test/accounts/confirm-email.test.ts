import { type DoctorSignup, routes } from '@medcloud/contract';
import { problem } from '@medcloud/contract/shapes/common';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Client } from '../harness/client.ts';
import { signInAdmin, signupForm } from '../harness/fixtures.ts';
import { startTestApp, type TestApp } from '../harness/start-test-app.ts';
import { waitForJobs } from '../harness/wait-for-jobs.ts';
import { waitUntil } from '../harness/wait-until.ts';
import { bodyOf, type MailServer, startMailServer } from '../services/mail-server.ts';

const hourMs = 3_600_000;

/** Product, doctor's path 1: with `smtp://`, applicants confirm their email. A known email gets the same response. */
describe('POST /api/auth/confirm-email', () => {
  let testApp: TestApp;
  let mailServer: MailServer;
  let admin: Client;
  let createdCount = 0;

  beforeAll(async () => {
    mailServer = await startMailServer({ tls: 'none' });
    testApp = await startTestApp({
      environment: { MAIL_URL: `smtp://127.0.0.1:${mailServer.port}?from=portal@medcloud.example` },
    });
    admin = await signInAdmin(testApp);
  });
  afterAll(async () => {
    await testApp.close();
    await mailServer.close();
  });
  beforeEach(() => {
    mailServer.received.length = 0;
  });

  const newForm = () => {
    createdCount += 1;
    return signupForm(`Applicant${createdCount}`);
  };
  const signUp = (form: DoctorSignup) => testApp.anonymous.json('POST', routes.auth.doctorSignup.path, form);
  const confirm = (token: string) => testApp.anonymous.json('POST', routes.auth.confirmEmail.path, { token });
  const mailsTo = (email: string) => mailServer.received.filter(({ to }) => to.includes(email)).map(bodyOf);
  const linkFor = async (form: DoctorSignup): Promise<string> => {
    const before = mailsTo(form.email).length;
    expect((await signUp(form)).status).toBe(201);
    await waitUntil(() => mailsTo(form.email).length > before);
    return /\/auth\/confirm-email#([\w-]{43})/.exec(mailsTo(form.email)[before] ?? '')?.[1] ?? '';
  };
  const isPending = async (email: string) =>
    (await admin.call(routes.admin.pendingDoctors, {})).some(({ user }) => user.email === email);
  const login = ({ email, password }: DoctorSignup) =>
    testApp.anonymous.json('POST', routes.auth.doctorLogin.path, { email, password });

  it('is announced in the public settings as mailConfirms', async () => {
    expect((await testApp.anonymous.call(routes.portal.publicSettings, {})).mailConfirms).toBe(true);
  });

  it('creates the account when the link is opened, and the account then waits for approval', async () => {
    const form = newForm();
    const token = await linkFor(form);
    expect(token).toHaveLength(43);
    expect(mailsTo(form.email)[0]).toMatch(/Επιβεβαίωση|επιβεβαιώστε/);
    expect(await isPending(form.email)).toBe(false);
    expect((await login(form)).status).toBe(401);
    expect((await confirm(token)).status).toBe(200);
    expect(await isPending(form.email)).toBe(true);
    expect((await login(form)).status).toBe(200);
    const { rows } = await testApp.superuser.query(
      'SELECT sealed IS NULL AS "isEmpty", doctor_id IS NOT NULL AS "hasDoctor" FROM signup_confirmations WHERE confirmed_at IS NOT NULL',
    );
    expect(rows).toContainEqual({ isEmpty: true, hasDoctor: true });
  });

  it('accepts the same link again without effect', async () => {
    const form = newForm();
    const token = await linkFor(form);
    const responses = await Promise.all([confirm(token), confirm(token), confirm(token)]);
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200]);
    const { rows } = await testApp.superuser.query('SELECT 1 FROM users WHERE email = $1', [form.email]);
    expect(rows).toHaveLength(1);
  });

  it('rejects the link after a day with invalid_or_expired, and the application is deleted', async () => {
    const form = newForm();
    const token = await linkFor(form);
    testApp.advanceClock(24 * hourMs + 1_000);
    const late = await confirm(token);
    expect([late.status, problem.parse(await late.json()).code]).toEqual([400, 'invalid_or_expired']);
    await waitUntil(async () => {
      const { rows } = await testApp.superuser.query(
        'SELECT 1 FROM signup_confirmations WHERE sealed IS NOT NULL AND expires_at < app_now() + $1::interval',
        [`${testApp.clock.offsetMs} ms`],
      );
      return rows.length === 0;
    });
    admin = await signInAdmin(testApp);
    expect(await isPending(form.email)).toBe(false);
  });

  it('returns the same for a known email on sign-up, and mails its owner', async () => {
    const form = newForm();
    await confirm(await linkFor(form));
    const before = mailsTo(form.email).length;
    const again = { ...newForm(), email: form.email, password: 'a stranger’s', confirmPassword: 'a stranger’s' };
    const response = await signUp(again);
    expect([response.status, await response.json()]).toEqual([201, { ok: true }]);
    await waitUntil(() => mailsTo(form.email).length > before);
    const text = mailsTo(form.email)[before] ?? '';
    expect(text).toContain('/auth/doctor/login');
    expect(text).not.toContain('#');
    expect((await login(form)).status).toBe(200);
    expect((await login(again)).status).toBe(401);
  });

  it('runs the same statements for a known email and a new one on sign-up', async () => {
    const form = newForm();
    await confirm(await linkFor(form));
    const runSignUp = async (signup: DoctorSignup) => {
      await waitForJobs(testApp);
      const { texts, stop } = testApp.statements.record();
      const response = await signUp(signup);
      stop();
      // ignore the statements of the queue, which runs after the response
      const statements = texts.filter((text) =>
        /signup_confirmations|account_of_|links_to_|is_license_|outbox_messages" \(|audit/.test(text),
      );
      return { status: response.status, body: await response.text(), statements };
    };
    const known = await runSignUp({ ...newForm(), email: form.email });
    expect(known.statements.length).toBeGreaterThan(4);
    expect(await runSignUp(newForm())).toEqual(known);
  });

  it('rejects a taken license with the same response for a known and an unknown email', async () => {
    const form = newForm();
    await confirm(await linkFor(form));
    const bodies = [];
    for (const email of [form.email, 'unheard-of@example.gr']) {
      const response = await signUp({ ...newForm(), email, licenseNumber: form.licenseNumber.toLowerCase() });
      expect(response.status).toBe(409);
      bodies.push((await response.text()).replace(/"requestId":"[^"]*"/, ''));
    }
    expect(bodies[0]).toBe(bodies[1]);
    expect(bodies[0]).toContain('licenseNumber');
  });

  it('reserves neither email nor license before the link is opened', async () => {
    const squatter = newForm();
    const token = await linkFor(squatter);
    const owner = { ...newForm(), email: squatter.email, licenseNumber: squatter.licenseNumber };
    await confirm(await linkFor(owner));
    expect((await login(owner)).status).toBe(200);
    const late = await confirm(token);
    expect([late.status, problem.parse(await late.json()).code]).toEqual([409, 'conflict']);
  });

  it('is mailed three times an hour per address; a further sign-up gets the same response', async () => {
    const form = newForm();
    for (let time = 0; time < 3; time += 1) await linkFor({ ...newForm(), email: form.email });
    const response = await signUp({ ...newForm(), email: form.email });
    expect([response.status, await response.json()]).toEqual([201, { ok: true }]);
    const { rows } = await testApp.superuser.query<{ state: string }>(
      `SELECT state FROM outbox_messages WHERE kind = 'confirm-email' ORDER BY created_at DESC, id DESC LIMIT 1`,
    );
    expect(rows).toEqual([{ state: 'decoy' }]);
  });

  it('stores the application encrypted while it waits', async () => {
    const form = newForm();
    await linkFor(form);
    const { rows } = await testApp.superuser.query<{ text: string }>(
      `SELECT c::text || encode(coalesce(sealed, ''), 'escape') AS text FROM signup_confirmations c`,
    );
    for (const { text } of rows) {
      expect(text).not.toContain(form.email);
      expect(text).not.toContain(form.licenseNumber);
    }
  });
});

describe('user language', () => {
  it('is set per account and used for mails', async () => {
    const testApp = await startTestApp();
    try {
      const client = await signInAdmin(testApp);
      const { user } = await client.call(routes.auth.changeAccount, { body: { language: 'el' } });
      expect(user).toMatchObject({ role: 'admin', language: 'el' });
      expect((await client.call(routes.auth.session, {})).user.language).toBe('el');
      await testApp.anonymous.call(routes.auth.forgotPassword, { body: { email: user.email } });
      expect((await testApp.outbox.nextMail(user.email, 0)).subject).toBe('Ορίστε νέο κωδικό πρόσβασης στο MedCloud');
      await client.call(routes.auth.changeAccount, { body: { language: 'en' } });
      await testApp.anonymous.call(routes.auth.forgotPassword, { body: { email: user.email } });
      expect((await testApp.outbox.nextMail(user.email, 1)).subject).toBe('Reset your MedCloud password');
    } finally {
      await testApp.close();
    }
  });
});
