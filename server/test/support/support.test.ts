import { routes } from '@medcloud/contract';
import { problem } from '@medcloud/contract/shapes/common';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../harness/client.ts';
import { type CenterFixture, createCenter, signInAdmin } from '../harness/fixtures.ts';
import { startTestApp, type TestApp } from '../harness/start-test-app.ts';
import { waitUntil } from '../harness/wait-until.ts';

const operator = 'operator@clinic.example.gr';
const path = routes.support.sendMessage.path;

describe('POST /api/support/messages', () => {
  let testApp: TestApp;
  let admin: Client;
  let center: CenterFixture;
  let createdCount = 0;

  beforeAll(async () => {
    testApp = await startTestApp({ environment: { OPERATOR_EMAIL: operator } });
    admin = await signInAdmin(testApp);
    const plan = { name: 'Aegean Imaging', number: 1, firstName: 'Μαρία', lastName: 'Παπαδοπούλου' };
    center = await createCenter(testApp, admin, { ...plan, phone: '+306900000001' });
  });
  afterAll(() => testApp.close());

  const form = (change: object = {}) => {
    createdCount += 1;
    const words = { firstName: 'Άννα', lastName: 'Ιωάννου', email: 'anna@example.gr', subject: 'Εξετάσεις' };
    return { ...words, message: `Δεν βρίσκω τις εξετάσεις μου (${createdCount}).`, ...change };
  };
  const post = (change: object = {}, client: Client = testApp.anonymous) => client.json('POST', path, form(change));
  const sent = async (change: object = {}, client: Client = testApp.anonymous) => {
    const response = await post(change, client);
    expect(response.status).toBe(201);
    return routes.support.sendMessage.reply.parse(await response.json());
  };
  const storedRow = async (id: string) => {
    const { rows } = await testApp.superuser.query(
      'SELECT m.*, m::text AS whole FROM support_messages m WHERE id = $1',
      [id],
    );
    return rows[0];
  };
  const mailsOf = async (reference: string) =>
    (await testApp.outbox.mail()).filter((mail) => mail.subject.includes(reference));
  const mailOf = async (reference: string) => {
    await waitUntil(async () => (await mailsOf(reference)).length === 1);
    const [mail] = await mailsOf(reference);
    if (!mail) throw new Error('The mail was not sent.');
    return mail;
  };

  it('stores the message encrypted and mails it to the operator with a readable reference', async () => {
    const { id, reference } = await sent({ urgent: true, role: 'doctor', topic: 'live-chat', language: 'el' });
    expect(reference).toMatch(/^S-[0-9A-HJKMNP-TV-Z]{8}$/);
    const row = await storedRow(id);
    expect(row).toMatchObject({
      reference,
      state: 'open',
      urgent: true,
      role: 'doctor',
      language: 'el',
      user_id: null,
    });
    const rowText = `${row.whole} ${row.content_sealed.toString('utf8')}`;
    for (const words of ['Άννα', 'anna@example.gr', 'Εξετάσεις', 'Δεν βρίσκω']) expect(rowText).not.toContain(words);
    const mail = await mailOf(reference);
    expect(mail).toMatchObject({ to: operator, subject: `URGENT: MedCloud support message ${reference}` });
    for (const words of ['Άννα Ιωάννου <anna@example.gr>', 'doctor', 'live-chat', 'Εξετάσεις', 'Δεν βρίσκω'])
      expect(mail.text).toContain(words);
    expect(mail.text).toContain(`/admin/inbox?message=${id}`);
  });

  it('puts no typed text into the headers of the mail', async () => {
    const injection = 'Hello\r\nBcc: everybody@example.gr';
    const { reference } = await sent({ subject: injection, name: injection, firstName: injection, topic: injection });
    const mail = await mailOf(reference);
    expect(mail.subject).toBe(`MedCloud support message ${reference}`);
    expect(mail.to).toBe(operator);
    expect(mail.text).toContain('Subject: Hello Bcc: everybody@example.gr\n');
    for (const email of ['a@example.gr\r\nBcc: b@example.gr', 'a@example.gr, b@example.gr', 'A <a@example.gr>'])
      expect((await post({ email })).status).toBe(400);
  });

  it("rejects invalid fields with the form's messages", async () => {
    for (const [change, field, message] of [
      [{ email: 'nobody' }, 'email', 'Please enter a valid email address'],
      [{ message: ' \n ' }, 'message', 'Please enter a message'],
      [{ message: 'x'.repeat(5_001) }, 'message', 'Use at most 5000 characters.'],
      [{ subject: 'x'.repeat(201) }, 'subject', 'Use at most 200 characters.'],
      [{ firstName: '' }, 'firstName', 'First name is required'],
      [{ firstName: undefined, lastName: undefined, name: ' ' }, 'name', 'Name is required'],
    ] as const) {
      const response = await post(change);
      expect(response.status, field).toBe(400);
      expect(problem.parse(await response.json()).errors).toMatchObject([{ field, message }]);
    }
    await sent({ message: 'x'.repeat(5_000), subject: '' });
  });

  it('returns 201 for a filled honeypot field and stores nothing', async () => {
    const { id, reference } = await sent({ website: 'https://spam.example' });
    expect(await storedRow(id)).toBeUndefined();
    const other = await sent({ website: '' });
    await mailOf(other.reference);
    expect(await mailsOf(reference)).toEqual([]);
  });

  it('records a valid session, but requires none', async () => {
    const { id } = await sent({}, center.client);
    const { rows } = await testApp.superuser.query(
      `SELECT actor_kind, center_id, person_id FROM audit_events WHERE event = 'support_message_received' AND object_id = $1`,
      [id],
    );
    expect(rows).toEqual([{ actor_kind: 'center', center_id: center.id, person_id: (await storedRow(id)).user_id }]);
    const endedSession = center.client.copy();
    endedSession.sessionId = 'not-a-session';
    expect((await storedRow((await sent({}, endedSession)).id)).user_id).toBeNull();
  });

  it('ignores the cookie of a cross-site request', async () => {
    const response = await center.client.json('POST', path, form(), {
      transport: 'cookie',
      headers: { 'sec-fetch-site': 'cross-site' },
    });
    const { id } = routes.support.sendMessage.reply.parse(await response.json());
    expect((await storedRow(id)).user_id).toBeNull();
  });

  it('marks at most ten mails an hour as urgent, and mails at most sixty', async () => {
    testApp.advanceClock(3_600_000);
    const urgent = [];
    for (let count = 0; count < 11; count += 1) urgent.push(await sent({ urgent: true }));
    const last = await mailOf(urgent.at(-1)?.reference ?? '');
    expect(last.subject).not.toContain('URGENT');
    expect((await mailOf(urgent.at(-2)?.reference ?? '')).subject).toContain('URGENT');
    for (let count = 11; count < 60; count += 1) await sent();
    const silent = await sent();
    expect(await storedRow(silent.id)).toMatchObject({ state: 'open' });
    const { rows } = await testApp.superuser.query(
      `SELECT details FROM audit_events WHERE event = 'support_message_received' ORDER BY id DESC LIMIT 2`,
    );
    expect(rows.map(({ details }) => details.mailed)).toEqual([false, true]);
  });
});

describe('POST /api/support/messages behind a proxy', () => {
  let testApp: TestApp;
  beforeAll(async () => {
    const proxied = { PUBLIC_URL: 'https://portal.example.gr', TRUSTED_PROXIES: '127.0.0.0/8' };
    testApp = await startTestApp({ environment: proxied });
  });
  afterAll(() => testApp.close());

  it('accepts five an hour per client address, and stores messages without an operator email', async () => {
    const body = { name: 'Άννα', email: 'anna@example.gr', message: 'Γεια σας' };
    const from = (address: string) =>
      testApp.anonymous.json('POST', path, body, { headers: { 'x-forwarded-for': address } });
    for (let count = 0; count < 5; count += 1) expect((await from('198.51.100.7')).status).toBe(201);
    const sixth = await from('198.51.100.7');
    expect(sixth.status).toBe(429);
    expect(Number(sixth.headers.get('retry-after'))).toBeGreaterThan(3_000);
    expect((await from('203.0.113.9')).status).toBe(201);
    const { rows } = await testApp.superuser.query('SELECT count(*) FROM support_messages');
    expect(Number(rows[0].count)).toBe(6);
    expect(await testApp.outbox.mail()).toEqual([]);
  });
});
