import { routes, type SupportMessage } from '@medcloud/contract';
import type { CallInput } from '@medcloud/contract/route';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../harness/client.ts';
import { type CenterFixture, createCenter, signInAdmin } from '../harness/fixtures.ts';
import { adminLogin, startTestApp, type TestApp } from '../harness/start-test-app.ts';
import { waitUntil } from '../harness/wait-until.ts';

type Form = CallInput<typeof routes.support.sendMessage>['body'];

describe('GET /api/admin/support-messages', () => {
  let testApp: TestApp;
  let admin: Client;
  let center: CenterFixture;

  beforeAll(async () => {
    testApp = await startTestApp({ environment: { OPERATOR_NAME: 'MedCloud Hellas' } });
    admin = await signInAdmin(testApp);
    const plan = { name: 'Aegean Imaging', number: 1, firstName: 'Μαρία', lastName: 'Παπαδοπούλου' };
    center = await createCenter(testApp, admin, { ...plan, phone: '+306900000001' });
  });
  afterAll(() => testApp.close());

  const send = (change: Partial<Form> = {}, client: Client = testApp.anonymous) =>
    client.call(routes.support.sendMessage, {
      body: { firstName: 'Άννα', lastName: 'Ιωάννου', email: 'anna@example.gr', message: 'Καλημέρα', ...change },
    });
  const list = async (query: CallInput<typeof routes.admin.supportMessages>['query'] = {}) =>
    await admin.page(routes.admin.supportMessages, { query });
  const references = async (query: Parameters<typeof list>[0] = {}) =>
    (await list(query)).rows.map(({ reference }) => reference);
  const read = (id: string) => admin.call(routes.admin.supportMessage, { params: { id } });
  const reply = (id: string, text: string) =>
    admin.call(routes.admin.replySupportMessage, { params: { id }, body: { text } });
  const close = (id: string) => admin.call(routes.admin.closeSupportMessage, { params: { id } });
  const auditEvents = async (id: string) => {
    const { rows } = await testApp.superuser.query(
      `SELECT event, actor_kind, details FROM audit_events WHERE object_id = $1 ORDER BY id`,
      [id],
    );
    return rows.map(({ event, actor_kind }) => `${actor_kind} ${event}`);
  };
  const mails = async (reference: string) =>
    (await testApp.outbox.mail()).filter(({ subject }) => subject.includes(reference));

  it('lists newest or urgent messages first, and filters by state and reference', async () => {
    const sent = [];
    for (const urgent of [false, true, false, false]) sent.push(await send({ urgent }));
    const [first, urgent, third, last] = sent.map(({ reference }) => reference);
    expect(await references()).toEqual([last, third, urgent, first]);
    expect(await references({ sort: 'urgent' })).toEqual([urgent, last, third, first]);
    await close(sent[2]?.id ?? '');
    expect(await references({ state: 'open' })).toEqual([last, urgent, first]);
    expect(await references({ state: 'closed' })).toEqual([third]);
    for (const typed of [last, last?.toLowerCase(), ` ${last?.slice(2)} `, last?.slice(0, 7)])
      expect(await references({ search: typed ?? '' })).toEqual([last]);
    expect(await references({ search: 'Άννα' })).toEqual([]);
    expect((await list({ state: 'open' })).total).toBe('3');
  });

  it('pages without gap or repetition in either order', async () => {
    for (let count = 0; count < 5; count += 1) await send({ urgent: count % 2 === 0 });
    for (const sort of ['newest', 'urgent'] as const) {
      const allReferences = await references({ sort });
      const seen: string[] = [];
      let cursor: string | null = null;
      do {
        const page: Awaited<ReturnType<typeof list>> = await list({ sort, limit: 2, ...(cursor ? { cursor } : {}) });
        seen.push(...page.rows.map(({ reference }) => reference));
        cursor = page.nextCursor;
      } while (cursor !== null);
      expect(seen).toEqual(allReferences);
      expect(new Set(seen).size).toBe(seen.length);
    }
  });

  it('shows a message unchanged with the account that sent it', async () => {
    const message = 'Πρώτη γραμμή\n\nΔεύτερη <b>γραμμή</b>';
    const words = { subject: 'Εξετάσεις', topic: 'live-chat', role: 'medical-center', language: 'el' } as const;
    const { id, reference } = await send({ ...words, message }, center.client);
    expect(await read(id)).toMatchObject({
      ...words,
      id,
      reference,
      message,
      name: 'Άννα Ιωάννου',
      email: 'anna@example.gr',
      preview: 'Πρώτη γραμμή Δεύτερη <b>γραμμή</b>',
      account: { role: 'medical_center', email: center.email },
      state: 'open',
      replies: [],
    });
    expect(await auditEvents(id)).toEqual(['center support_message_received', 'admin support_message_opened']);
  });

  it('mails a reply in the language of the sender’s page and stores each reply', async () => {
    const greek = await send({ language: 'el' });
    const english = await send({ language: 'en', firstName: 'Anna', lastName: 'Ioannou' });
    const replied = await reply(greek.id, 'Πρώτη απάντηση.\nΜε δύο γραμμές.');
    expect(replied.message).toMatchObject({
      state: 'answered',
      replies: [{ text: 'Πρώτη απάντηση.\nΜε δύο γραμμές.', sentBy: adminLogin.email }],
    });
    await reply(english.id, 'It is there now.');
    await waitUntil(async () => (await mails(english.reference)).length + (await mails(greek.reference)).length === 2);
    const [inGreek] = await mails(greek.reference);
    expect(inGreek).toMatchObject({
      to: 'anna@example.gr',
      subject: `Η απάντησή μας στο μήνυμά σας ${greek.reference}`,
    });
    expect(inGreek?.text).toContain('Πρώτη απάντηση.\nΜε δύο γραμμές.');
    expect(inGreek?.text).toContain('MedCloud Hellas');
    const [inEnglish] = await mails(english.reference);
    expect(inEnglish?.subject).toBe(`Our reply to your message ${english.reference}`);
    expect(inEnglish?.text).toMatch(/^Hello Anna Ioannou,\n\nIt is there now\.\n/);
    await reply(greek.id, 'Και δεύτερη.');
    expect((await read(greek.id)).replies.map(({ text }) => text)).toEqual([
      'Πρώτη απάντηση.\nΜε δύο γραμμές.',
      'Και δεύτερη.',
    ]);
    expect(await auditEvents(greek.id)).toEqual([
      'nobody support_message_received',
      'admin support_message_answered',
      'admin support_message_answered',
      'admin support_message_opened',
    ]);
  });

  it('stores replies encrypted', async () => {
    const { id } = await send();
    await reply(id, 'Ο ασθενής Παπαδόπουλος');
    const { rows } = await testApp.superuser.query(
      `SELECT text_sealed, r::text AS stored FROM support_replies r WHERE message_id = $1`,
      [id],
    );
    expect(rows).toHaveLength(1);
    expect(rows[0].stored + rows[0].text_sealed.toString('utf8')).not.toContain('Παπαδόπουλος');
  });

  it('closes a message once with the account that closed it, and reopens it with a reply', async () => {
    const { id } = await send();
    const closed = (await close(id)).message;
    expect(closed).toMatchObject({ state: 'closed', closedBy: adminLogin.email });
    testApp.advanceClock(60_000);
    expect((await close(id)).message).toEqual(closed);
    expect((await auditEvents(id)).filter((event) => event.endsWith('closed'))).toHaveLength(1);
    const again: SupportMessage = (await reply(id, 'Μια λέξη ακόμη.')).message;
    expect(again.state).toBe('answered');
    expect(again).not.toHaveProperty('closedBy');
  });

  it('notifies only administrators of a message, a reply and a closing', async () => {
    const received: Record<string, string[]> = {};
    const stops = await Promise.all(
      Object.entries({ admin, center: center.client }).map(async ([name, client]) => {
        received[name] = [];
        return await openEvents(client, (line) => received[name]?.push(line));
      }),
    );
    const { id } = await send();
    await reply(id, 'Ναι.');
    await close(id);
    await waitUntil(() => (received.admin?.filter((data) => data.includes(id)).length ?? 0) === 3);
    expect(received.center?.filter((data) => data.includes(id))).toEqual([]);
    for (const stop of stops) stop();
  });
});

/** Reads a client's event stream line by line. Returns a function that stops it. */
async function openEvents(client: Client, onLine: (line: string) => void): Promise<() => void> {
  const abortController = new AbortController();
  const response = await client.raw('GET', routes.portal.events.path, { signal: abortController.signal });
  if (!response.body) throw new Error('The stream has no body.');
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  void (async () => {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      for (const line of value.split('\n')) if (line.startsWith('data:')) onLine(line);
    }
  })().catch((error: unknown) => {
    if (!abortController.signal.aborted) throw error;
  });
  return () => abortController.abort();
}
