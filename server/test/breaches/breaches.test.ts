import { limits, routes } from '@medcloud/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sessionReference } from '../../src/domain/audit/record/entry.ts';
import { hashSecret } from '../../src/platform/crypto/hash-secret.ts';
import type { Client } from '../harness/client.ts';
import { signInAdmin } from '../harness/fixtures.ts';
import { startTestAppWithFixtures, type TestAppWithFixtures } from '../harness/start-test-app.ts';
import { breachFacts, createBreach } from './create-breach.ts';

const { breach: readBreach, breaches, breachDrafts, breachExtent, breachPatients, openBreach } = routes.breaches;
const { breachNotified, breachNotNeeded, changeBreach, closeBreach } = routes.breaches;

/** The register of data breaches (GDPR 33, 34). */
describe('the breach register', () => {
  let testApp: TestAppWithFixtures;
  let admin: Client;
  beforeAll(async () => {
    testApp = await startTestAppWithFixtures({ environment: { OPERATOR_NAME: 'Example Diagnostics' } });
    ({ admin } = testApp.fixtures);
  });
  afterAll(() => testApp.close());

  const sql = async (text: string, values: unknown[] = []) => (await testApp.superuser.query(text, values)).rows;
  const events = (id: string) =>
    sql(
      `SELECT event, details, actor_kind FROM audit_events WHERE object_kind = 'breach' AND object_id = $1
       AND event <> 'breach_shown' ORDER BY id`,
      [id],
    );
  const post = async (route: { path: string }, id: string, body: object) => {
    const response = await admin.json('POST', route.path.replace('{id}', id), body);
    return { status: response.status, ...JSON.parse(await response.text()) };
  };
  /** Advances the clock to when notices are overdue. The administrator signs in again, because sessions end. */
  const passDueTime = async () => {
    testApp.clock.advance(limits.breachNoticeMs);
    admin = await signInAdmin(testApp);
  };
  const now = () => testApp.clock.now();
  const open = async (others: object = {}) => await createBreach(admin, { ...breachFacts(now()), ...others });

  it('opens a record whose clocks end 72 hours after the breach was noticed, and encrypts its texts', async () => {
    const opened = await open();
    const dueAt = new Date(Date.parse(opened.noticedAt) + 72 * 3_600_000).toISOString();
    expect(opened).toMatchObject({
      state: 'open',
      title: 'A stolen laptop',
      openedBy: 'admin@medcloud.local',
      authority: { state: 'due', dueAt },
      persons: { state: 'due', dueAt },
      alarm: null,
    });
    expect(await admin.call(readBreach, { params: { id: opened.id } })).toEqual(opened);
    expect(await events(opened.id)).toMatchObject([
      { event: 'breach_opened', actor_kind: 'admin', details: { highRisk: true, scope: 'period' } },
    ]);
    const stored = await sql('SELECT * FROM breaches WHERE id = $1', [opened.id]);
    const details = await sql(`SELECT details FROM audit_events WHERE object_kind = 'breach'`);
    expect(JSON.stringify([stored, details])).not.toContain('laptop');
    expect(Buffer.from(stored[0].content_sealed).toString('latin1')).not.toContain('laptop');
    const low = await open({ highRisk: false });
    expect(low.persons).toMatchObject({ state: 'due', dueAt: null });
  });

  it('opens a record from an alarm', async () => {
    const [alarm] = await sql(
      `INSERT INTO alarms (id, kind, subject) VALUES (gen_random_uuid(), 'sms_half', 'installation:') RETURNING id`,
    );
    expect((await open({ alarmId: alarm.id })).alarm).toMatchObject({ id: alarm.id, kind: 'sms_half' });
    const body = { ...breachFacts(now()), alarmId: '00000000-0000-4000-8000-000000000000' };
    const refused = await admin.json('POST', openBreach.path, body);
    expect(refused.status).toBe(400);
  });

  it('finds the patients of an account, of a session and of a period by public id', async () => {
    const { centerA, centerB, doctors } = testApp.fixtures;
    const always = { scopeFrom: undefined, scopeTo: undefined };
    const { id } = await open({ ...always, scopeKind: 'account', scopeSubject: centerA.centerId.toLowerCase() });
    const extent = await admin.call(breachExtent, { params: { id } });
    expect(extent).toMatchObject({ patients: 1, centers: [{ centerId: centerA.centerId, patients: 1 }] });
    const patients = await admin.call(breachPatients, { params: { id } });
    expect(patients).toMatchObject([{ patientId: centerA.patient.patientId, centerId: centerA.centerId }]);
    expect(JSON.stringify([extent, patients])).not.toContain(centerA.patient.lastName);
    expect(await events(id)).toMatchObject([
      { event: 'breach_opened' },
      { event: 'breach_patients_shown', details: { touched: 1, shown: 1 } },
    ]);

    const secret = doctors.consent.client.sessionId ?? '';
    const bySecret = await open({ ...always, scopeKind: 'session', scopeSubject: secret });
    const [session] = await sql('SELECT id FROM sessions WHERE bearer_hash = $1', [hashSecret(secret)]);
    expect(bySecret.scopeSubject).toBe(sessionReference(session.id));
    const bodies = await sql('SELECT scope_value FROM breaches');
    expect(JSON.stringify(bodies)).not.toContain(secret);
    const downloaded = await doctors.consent.client.raw('GET', `/api/download/${centerA.examId}`);
    await downloaded.arrayBuffer();
    expect(await admin.call(breachExtent, { params: { id: bySecret.id } })).toMatchObject({ patients: 1 });

    const period = await open({ scopeFrom: new Date(now().getTime() - 3_600_000 * 24 * 60).toISOString() });
    expect((await admin.call(breachExtent, { params: { id: period.id } })).centers.map((one) => one.centerId)).toEqual(
      expect.arrayContaining([centerA.centerId, centerB.centerId]),
    );
    const all = await admin.call(breachPatients, { params: { id: period.id } });
    const pages = [];
    for (let cursor: string | undefined; pages.length < all.length; cursor = pages.at(-1)?.id)
      pages.push(...(await admin.call(breachPatients, { params: { id: period.id }, query: { limit: 1, cursor } })));
    expect(pages).toEqual(all);
  });

  it('refuses facts that contradict each other, name nothing, or are in the future', async () => {
    const later = new Date(now().getTime() + 60_000).toISOString();
    const early = '2020-01-01T00:00:00Z';
    const cases: [object, string, string][] = [
      [{ title: '' }, 'title', 'required'],
      [{ noticedAt: 'yesterday' }, 'noticedAt', 'date_invalid'],
      [{ noticedAt: later }, 'noticedAt', 'time_future'],
      [{ noticedAt: early }, 'noticedAt', 'noticed_before'],
      [{ happenedUntil: early }, 'happenedUntil', 'end_before_start'],
      [{ scopeFrom: undefined }, 'scopeFrom', 'required'],
      [{ scopeFrom: early }, 'scopeTo', 'breach_period_long'],
      [{ scopeKind: 'account' }, 'scopeSubject', 'breach_subject_required'],
      [{ scopeKind: 'account', scopeSubject: 'nobody@example.gr' }, 'scopeSubject', 'breach_subject_unknown'],
      [{ scopeKind: 'session', scopeSubject: 'feedfeedfeedfeed' }, 'scopeSubject', 'breach_subject_unknown'],
      [{ scopeKind: 'token', scopeSubject: 'mct1_none' }, 'scopeSubject', 'breach_subject_unknown'],
      [{ state: 'closed' }, '', 'field_unknown'],
    ];
    for (const [change, field, code] of cases) {
      const response = await admin.json('POST', openBreach.path, { ...breachFacts(now()), ...change });
      expect([response.status, JSON.parse(await response.text()).errors[0]]).toMatchObject([400, { field, code }]);
    }
  });

  it('shows the register to administrators only', async () => {
    const { centerA, doctors } = testApp.fixtures;
    const { id } = await open();
    for (const client of [centerA.client, doctors.consent.client])
      for (const path of [breaches.path, readBreach.path.replace('{id}', id)])
        expect((await client.raw('GET', path)).status).toBe(403);
    expect((await admin.raw('GET', readBreach.path.replace('{id}', centerA.id))).status).toBe(404);
  });

  it('changes the facts of an open record, and records which', async () => {
    const { id } = await open();
    const facts = {
      ...breachFacts(now()),
      measures: 'Sessions ended.',
      highRisk: false,
      noticedReason: 'A typing error.',
    };
    const { breach } = await admin.call(changeBreach, { params: { id }, body: facts });
    expect(breach).toMatchObject({ measures: 'Sessions ended.', highRisk: false, persons: { dueAt: null } });
    const count = (await events(id)).length;
    await admin.call(changeBreach, { params: { id }, body: facts });
    expect(await events(id)).toHaveLength(count);
    const [, changed] = await events(id);
    expect(changed).toMatchObject({
      event: 'breach_changed',
      details: { fields: expect.arrayContaining(['measures', 'highRisk']), highRisk: { before: true, after: false } },
    });
  });

  it('moves the time of noticing later only with a reason, and keeps showing when the notices were due', async () => {
    const hoursAgo = (hours: number) => new Date(now().getTime() - hours * 3_600_000).toISOString();
    const facts = { ...breachFacts(now()), happenedFrom: hoursAgo(90) };
    const { id } = await open({ ...facts, noticedAt: hoursAgo(80) });
    const change = async (others: object) => {
      const response = await admin.json('PATCH', changeBreach.path.replace('{id}', id), { ...facts, ...others });
      return { status: response.status, ...JSON.parse(await response.text()) };
    };
    const first = await admin.call(readBreach, { params: { id } });
    expect(first).toMatchObject({ authority: { earlierDueAt: null }, persons: { earlierDueAt: null } });
    const noticedAt = hoursAgo(1);
    expect(await change({ noticedAt })).toMatchObject({
      status: 400,
      errors: [{ field: 'noticedReason', code: 'noticed_later_reason' }],
    });
    expect((await admin.call(readBreach, { params: { id } })).noticedAt).toBe(first.noticedAt);
    const earlierDueAt = first.authority.dueAt;
    const dueAt = new Date(Date.parse(noticedAt) + limits.breachNoticeMs).toISOString();
    const noticedReasons = ['The first report was about another laptop.'];
    const moved = { breach: { noticedReasons, authority: { dueAt, earlierDueAt }, persons: { dueAt, earlierDueAt } } };
    expect(await change({ noticedAt, noticedReason: noticedReasons[0] })).toMatchObject(moved);
    const details = { fields: ['noticedAt'], noticedAt: { before: first.noticedAt, after: noticedAt } };
    expect((await events(id)).at(-1)).toMatchObject({ event: 'breach_changed' });
    expect((await events(id)).at(-1)?.details).toEqual(details);
    // earlier again needs none, and the earliest stays
    expect(await change({ noticedAt: hoursAgo(2) })).toMatchObject({
      status: 200,
      breach: { noticedReasons, authority: { earlierDueAt } },
    });
    expect(await change({ noticedAt: hoursAgo(85) })).toMatchObject({ breach: { authority: { earlierDueAt: null } } });
  });

  it('records notices once, asks for the reasons of a late one, and lets a waived one be sent after all', async () => {
    const { id, noticedAt } = await open();
    const at = new Date(now().getTime() - 1_000).toISOString();
    const before = new Date(Date.parse(noticedAt) - 1_000).toISOString();
    expect(await post(breachNotified, id, { notice: 'authority', at: before })).toMatchObject({
      status: 400,
      errors: [{ field: 'at', code: 'notified_before' }],
    });
    expect(await post(breachNotNeeded, id, { notice: 'persons', reason: 'Encrypted.' })).toMatchObject({
      breach: { persons: { state: 'not_needed', reason: 'Encrypted.', decidedBy: 'admin@medcloud.local' } },
    });
    expect(await post(breachNotified, id, { notice: 'persons', at })).toMatchObject({
      breach: { persons: { state: 'notified', at, reason: null } },
    });
    expect((await post(breachNotNeeded, id, { notice: 'persons', reason: 'No.' })).status).toBe(409);
    const later = { ...breachFacts(now()), noticedAt: now().toISOString(), noticedReason: 'A typing error.' };
    const moved = await admin.json('PATCH', changeBreach.path.replace('{id}', id), later);
    expect([moved.status, await moved.json()]).toMatchObject([
      400,
      { errors: [{ field: 'noticedAt', code: 'noticed_after_notice' }] },
    ]);
    await passDueTime();
    const late = { notice: 'authority', at: new Date(now().getTime() - 1_000).toISOString() };
    expect(await post(breachNotified, id, late)).toMatchObject({
      status: 400,
      errors: [{ field: 'reason', code: 'breach_late_reason' }],
    });
    expect((await post(breachNotified, id, { ...late, reason: 'A holiday.' })).status).toBe(200);
    expect((await post(breachNotified, id, late)).status).toBe(200); // again: no effect
    expect((await events(id)).map(({ event }) => event)).toEqual([
      'breach_opened',
      'breach_not_needed',
      'breach_notified',
      'breach_notified',
    ]);
    expect((await events(id)).at(-1)).toMatchObject({ details: { notice: 'authority', late: true } });
  });

  it('closes a record once its required notices are decided, and then changes nothing more', async () => {
    const { id } = await open();
    const reason = 'Handled.';
    expect(await post(closeBreach, id, { reason })).toMatchObject({
      status: 409,
      params: { reason: 'breach_notices_due' },
    });
    await post(breachNotNeeded, id, { notice: 'authority', reason });
    expect((await post(closeBreach, id, { reason })).status).toBe(409);
    await post(breachNotNeeded, id, { notice: 'persons', reason });
    expect((await post(closeBreach, id, { reason: '' })).status).toBe(400);
    expect(await post(closeBreach, id, { reason })).toMatchObject({
      breach: { state: 'closed', closeReason: reason, closedBy: 'admin@medcloud.local' },
    });
    expect((await post(closeBreach, id, { reason })).status).toBe(200);
    expect((await post(breachNotified, id, { notice: 'authority', at: now().toISOString() })).status).toBe(409);
    const changed = await admin.json('PATCH', changeBreach.path.replace('{id}', id), breachFacts(now()));
    expect(changed.status).toBe(409);
    const list = await admin.call(breaches, {});
    expect(list.at(-1)).toMatchObject({ id, state: 'closed' });
    expect(list[0]?.state).toBe('open');
    const [first] = await admin.call(breaches, { query: { limit: 1 } });
    const rest = await admin.call(breaches, { query: { cursor: first?.id } });
    expect([first, ...rest]).toEqual(list);
    expect(await admin.call(breaches, { query: { state: 'closed' } })).toMatchObject([{ id }]);
  });

  it('drafts both notices in Greek and English from the facts, and marks what is missing', async () => {
    const { id } = await open({ consequences: 'Images may be published.', contact: 'dpo@example.gr' });
    const drafts = await admin.call(breachDrafts, { params: { id } });
    expect(drafts.map(({ notice, language }) => `${notice} ${language}`).sort()).toEqual([
      'authority el',
      'authority en',
      'persons el',
      'persons en',
    ]);
    for (const { text } of drafts)
      for (const fact of ['A laptop with an open session was stolen.', 'Images may be published.', 'dpo@example.gr'])
        expect(text).toContain(fact);
    const find = (notice: string, language: string) =>
      drafts.find((draft) => draft.notice === notice && draft.language === language)?.text ?? '';
    expect(find('authority', 'en')).toContain('Controller or processor: Example Diagnostics');
    expect(find('authority', 'en')).toContain('4. Measures taken or proposed\n[to be completed]');
    expect(find('authority', 'el')).toContain('4. Μέτρα που ελήφθησαν ή προτείνονται\n[προς συμπλήρωση]');
    expect(find('persons', 'el')).toContain('Τι συνέβη');
    expect(find('authority', 'en')).not.toContain('6. Reasons');
    await passDueTime();
    const late = await admin.call(breachDrafts, { params: { id } });
    expect(late.find(({ language, notice }) => language === 'en' && notice === 'authority')?.text).toContain(
      '6. Reasons for notifying later than 72 hours\n[to be completed]',
    );
  });

  it('writes times with their offset from UTC, because an hour is repeated when summer time ends', async () => {
    const times = { happenedFrom: '2025-10-26T00:30:00Z', happenedUntil: '2025-10-26T01:30:00Z' };
    const { id } = await open(times);
    const drafts = await admin.call(breachDrafts, { params: { id } });
    for (const { text } of drafts) {
      expect(text).toContain('03:30 (UTC+03:00)');
      expect(text).toContain('03:30 (UTC+02:00)');
    }
  });
});
