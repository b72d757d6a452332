import { type Alarm, routes } from '@medcloud/contract';
import { messages as english } from '@medcloud/text/en/alarms';
import { messages as faultTexts } from '@medcloud/text/en/faults';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { watchAlarms } from '../../src/domain/alarms/watch-alarms.ts';
import { systemScope } from '../../src/domain/authorization/authorize.ts';
import { Client } from '../harness/client.ts';
import { startTestAppWithFixtures, type TestAppWithFixtures } from '../harness/start-test-app.ts';
import { adminLogin } from '../harness/test-app.ts';
import { waitForJobs } from '../harness/wait-for-jobs.ts';
import { waitUntil } from '../harness/wait-until.ts';
import { indexExams } from '../imaging/index-exams.ts';
import { addOpenedExams } from './add-opened-exams.ts';

const hourMs = 3_600_000;
const contact = 'help@example.gr';

/** A session that opens 300 exams: its account is held, and an administrator releases it (trust, section 6). */
describe('a held account', () => {
  let testApp: TestAppWithFixtures;
  let admin: Client;
  let alarm: Alarm;
  let token: string;
  let other: Client;
  beforeAll(async () => {
    testApp = await startTestAppWithFixtures({ environment: { OPERATOR_EMAIL: contact } });
    ({ admin } = testApp.fixtures);
    await indexExams(testApp);
    const { client, examId, centerId, password } = testApp.fixtures.centerA;
    ({ token } = await client.call(routes.account.makeApiToken, { body: { name: 'PACS', days: 30 } }));
    other = await new Client(testApp.origin, testApp.config).signIn(routes.auth.centerLogin.path, {
      centerId,
      password,
    });
    await look();
    await testApp.superuser.query('DELETE FROM alarms');
    // a quiet increase of three days is not usual
    await testApp.superuser.query(
      `INSERT INTO access_counts (subject, day, count)
       SELECT 'account:' || user_id, ($2::timestamptz AT TIME ZONE 'UTC')::date - days, n
       FROM medical_centers, (VALUES (3, 99), (2, 494), (1, 2469)) AS earlier (days, n) WHERE id = $1`,
      [testApp.fixtures.centerA.id, testApp.clock.now()],
    );
    await waitUntil(() => download(client, examId));
    await addOpenedExams(testApp, examId, 299);
    await look();
    alarm = (await listed('mass_access'))[0] ?? expect.fail('There is no alarm.');
  });
  afterAll(() => testApp.close());

  const look = () => watchAlarms(testApp.app.context);
  const listed = async (kind: Alarm['kind']) =>
    (await admin.call(routes.admin.alarmsToSee, {})).filter((each) => each.kind === kind);
  const download = async (client: Client, examId: string) => {
    const response = await client.raw('GET', `/api/download/${examId}`);
    await response.arrayBuffer();
    return response.status === 200; // 429: four at once
  };
  const signIn = (password = testApp.fixtures.centerA.password) =>
    testApp.anonymous.json('POST', routes.auth.centerLogin.path, {
      centerId: testApp.fixtures.centerA.centerId,
      password,
    });
  const useToken = () =>
    fetch(`${testApp.origin}/dicom-web/studies`, { headers: { authorization: `Bearer ${token}` } });
  const mailsTo = async (to: string) => {
    await waitForJobs(testApp);
    return (await testApp.outbox.mail()).filter((mail) => mail.to === to);
  };
  const path = (id: string, act: 'seen' | 'release') => `/api/admin/alarms/${id}/${act}`;

  it('is named by an alarm that holds it, and marked in the list of users', async () => {
    const { centerA } = testApp.fixtures;
    const users = await admin.call(routes.admin.users, {});
    expect(users.filter(({ heldSince }) => heldSince !== undefined).map(({ email }) => email)).toEqual([centerA.email]);
    expect(alarm).toMatchObject({
      ...{ count: 300, isHeld: true, seenAt: null, doctor: null },
      account: { role: 'medical_center', name: 'Aegean Imaging', email: centerA.email },
    });
  });

  it('has no session, and neither signs in nor uses its token; the right password says why', async () => {
    for (const client of [testApp.fixtures.centerA.client, other])
      expect((await client.raw('GET', routes.auth.session.path)).status).toBe(401);
    expect((await useToken()).status).toBe(401);
    const refused = await signIn();
    expect([refused.status, await refused.json()]).toMatchObject([
      403,
      { code: 'account_held', message: faultTexts.account_held },
    ]);
    expect((await signIn('a wrong password')).status).toBe(401);
    // others are not held
    expect((await testApp.fixtures.centerB.client.raw('GET', routes.auth.session.path)).status).toBe(200);
  });

  it('gets one mail in its language, and administrators get one in theirs', async () => {
    const { email } = testApp.fixtures.centerA;
    await look();
    await look();
    const held = (await mailsTo(email)).filter(({ subject }) => subject === english.mail.heldSubject);
    expect(held).toHaveLength(1);
    for (const part of [english.account.mass_access, english.mail.held, contact, 'counted: 300'])
      expect(held[0]?.text).toContain(part);
    const subject = `MedCloud alert: ${english.titles.mass_access}`;
    const mailed = (await mailsTo(adminLogin.email)).filter((mail) => mail.subject === subject);
    expect(mailed).toHaveLength(1);
    for (const part of [english.texts.mass_access, 'Aegean Imaging', email, '/admin/dashboard'])
      expect(mailed[0]?.text).toContain(part);
    expect(JSON.stringify([...held, ...mailed])).not.toMatch(/Παπαδοπούλου|CT/);
  });

  it('stays held and listed after the alarm was marked seen', async () => {
    await admin.call(routes.admin.alarmSeen, { params: { id: alarm.id } });
    expect(await listed('mass_access')).toMatchObject([{ id: alarm.id, isHeld: true, seenAt: expect.any(String) }]);
    expect((await signIn()).status).toBe(403);
  });

  it('cannot be released by its own or another account', async () => {
    for (const client of [testApp.fixtures.centerB.client, testApp.fixtures.doctors.consent.client])
      expect((await client.json('POST', path(alarm.id, 'release'), {})).status).toBe(403);
    expect((await signIn()).status).toBe(403);
  });

  it('works again after an administrator releases it, with its tokens', async () => {
    const { alarm: released } = await admin.call(routes.admin.alarmRelease, { params: { id: alarm.id } });
    expect(released).toMatchObject({ id: alarm.id, isHeld: false });
    expect(await listed('mass_access')).toEqual([]);
    expect((await useToken()).status).toBe(200);
    expect((await signIn()).status).toBe(200);
    const again = await admin.json('POST', path(alarm.id, 'release'), {});
    expect([again.status, await again.json()]).toMatchObject([200, { alarm: { isHeld: false } }]);
    const mails = await mailsTo(testApp.fixtures.centerA.email);
    expect(mails.filter(({ subject }) => subject === english.mail.releasedSubject)).toHaveLength(1);
    const { rows } = await testApp.superuser.query(
      `SELECT event, actor_kind, details FROM audit_events WHERE event IN ('account_held', 'account_released') ORDER BY id`,
    );
    expect(rows).toEqual([
      { event: 'account_held', actor_kind: 'system', details: { alarm: 'mass_access', sessions: expect.any(Number) } },
      { event: 'account_released', actor_kind: 'admin', details: { alarm: 'mass_access' } },
    ]);
  });

  it('is not held again by the same day’s counts', async () => {
    await look();
    expect(await listed('mass_access')).toEqual([]);
    expect((await signIn()).status).toBe(200);
  });

  it('answers a release of an alarm without a hold with invalid_state', async () => {
    const [withoutHold] = await listed('unusual_access');
    const response = await admin.json('POST', path(withoutHold?.id ?? '', 'release'), {});
    expect([response.status, await response.json()]).toMatchObject([409, { code: 'invalid_state' }]);
  });

  it('is never an administrator’s', async () => {
    const { rows } = await testApp.superuser.query<{ id: string }>(
      `INSERT INTO alarms (id, kind, subject, user_id, held_at)
       SELECT gen_random_uuid(), 'mass_access', 'session:x', id, now() FROM users WHERE role = 'admin' RETURNING id`,
    );
    const pool = await testApp.openScopedPool();
    const client = await pool.pool.connect();
    await pool.begin(client, systemScope('alarms'), testApp.clock.offsetMs);
    const held = await client.query('SELECT * FROM hold_account($1)', [rows[0]?.id]);
    await client.query('COMMIT');
    client.release();
    expect(held.rows).toEqual([]);
    expect((await admin.raw('GET', routes.auth.session.path)).status).toBe(200);
  });

  it('sends one mail an hour about alarms of a kind, with all that came meanwhile', async () => {
    const subject = `MedCloud alert: ${english.titles.sign_in_guesses}`;
    const mailed = async () => (await mailsTo(adminLogin.email)).filter((mail) => mail.subject === subject);
    const raise = (network: string) =>
      testApp.superuser.query(
        `INSERT INTO alarms (id, kind, subject, network, count, raised_at) VALUES (gen_random_uuid(), 'sign_in_guesses', $1, $1, 15, $2)`,
        [network, testApp.clock.now()],
      );
    await raise('203.0.113.0/24');
    await look();
    await raise('203.0.114.0/24');
    await raise('203.0.115.0/24');
    await look();
    expect(await mailed()).toHaveLength(1);
    testApp.advanceClock(hourMs + 1_000);
    await look();
    await waitUntil(async () => (await mailed()).length === 2);
    const [, second] = await mailed();
    expect(second?.text).toContain('203.0.114.0/24');
    expect(second?.text).toContain('203.0.115.0/24');
    expect(second?.text).not.toContain('203.0.113.0/24');
  });

  it('is also one that opens 1,000 exams in a day over several sessions, and ten times its usual day', async () => {
    const { id, centerId, password, examId } = testApp.fixtures.centerB;
    const body = { centerId, password };
    const openInSession = async (count: number) => {
      const client = await new Client(testApp.origin, testApp.config).signIn(routes.auth.centerLogin.path, body);
      await waitUntil(() => download(client, examId));
      await addOpenedExams(testApp, examId, count);
      await look();
      return await listed('account_mass_access');
    };
    const setUsual = async (count: number) =>
      await testApp.superuser.query(
        `INSERT INTO access_counts (subject, day, count)
         SELECT 'account:' || user_id, ($2::timestamptz AT TIME ZONE 'UTC')::date - days, $3 FROM medical_centers, generate_series(1, 6) AS days WHERE id = $1
         ON CONFLICT (subject, day) DO UPDATE SET count = excluded.count`,
        [id, testApp.clock.now(), count],
      );
    await admin.signIn(routes.auth.adminLogin.path, adminLogin);
    await testApp.superuser.query('DELETE FROM alarms');
    await setUsual(101);
    for (const count of [250, 250, 250, 250]) expect(await openInSession(count)).toEqual([]);
    // 1,001 exams, one of them in each session
    await setUsual(100);
    expect(await openInSession(0)).toMatchObject([
      { count: 1_001, isHeld: true, account: { role: 'medical_center', name: expect.any(String) } },
    ]);
    expect(await listed('mass_access')).toEqual([]);
    const refused = await testApp.anonymous.json('POST', routes.auth.centerLogin.path, body);
    expect([refused.status, await refused.json()]).toMatchObject([403, { code: 'account_held' }]);
  });

  it('is not held by events that name no center or doctor as their actor', async () => {
    const { doctors } = testApp.fixtures;
    await testApp.superuser.query(
      `INSERT INTO audit_events (event, outcome, actor_kind, person_id, session_ref, object_kind, object_id, details)
       SELECT 'exam_downloaded', 'success', actor, $1::uuid, 'x', 'exam', gen_random_uuid()::text, '{}'
       FROM unnest(ARRAY['nobody', 'system', 'patient']) AS actor, generate_series(1, 1001)`,
      [doctors.consent.userId],
    );
    await look();
    const { rows } = await testApp.superuser.query(
      `SELECT (SELECT held_at FROM users WHERE id = $1), (SELECT count(*)::int FROM access_counts WHERE subject = 'session:x') AS counts`,
      [doctors.consent.userId],
    );
    expect(rows).toEqual([{ held_at: null, counts: 0 }]);
  });
});
