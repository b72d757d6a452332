import { routes } from '@medcloud/contract';
import { messages as english } from '@medcloud/text/en/alarms';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { watchEvents } from '../../src/domain/alarms/watch-events.ts';
import { Client } from '../harness/client.ts';
import { signInAll } from '../harness/fixtures.ts';
import { startTestAppWithFixtures, type TestAppWithFixtures } from '../harness/start-test-app.ts';
import { adminLogin } from '../harness/test-app.ts';
import { waitForJobs } from '../harness/wait-for-jobs.ts';
import { waitUntil } from '../harness/wait-until.ts';
import { addOpenedExams } from './add-opened-exams.ts';
import { listAlarms } from './list-alarms.ts';

const hourMs = 3_600_000;

/** The rule that compares an account's opened exams with its usual days (trust, section 6). */
describe('the alarm about unusual access', () => {
  let testApp: TestAppWithFixtures;
  beforeAll(async () => {
    testApp = await startTestAppWithFixtures();
  });
  afterAll(() => testApp.close());
  beforeEach(async () => {
    // the sign-ins of the fixtures and of the test before
    await watchEvents(testApp.app.context);
    await sql('DELETE FROM alarms');
  });

  const sql = async (statement: string, values: unknown[] = []) =>
    (await testApp.superuser.query(statement, values)).rows;
  const look = () => listAlarms(testApp);
  const kinds = async () => (await look()).map(({ kind }) => kind);
  /** Downloads an exam. A session may run four downloads at once, and the server counts one a moment longer. */
  const download = async (client: Client, examId: string) => {
    await waitUntil(async () => {
      const response = await client.raw('GET', `/api/download/${examId}`);
      await response.arrayBuffer();
      expect([200, 429]).toContain(response.status);
      return response.status === 200;
    });
  };

  it('raises unusual_access at 100 exams of all sessions in a day if the account never opens many', async () => {
    const { client, examId, email, centerId, password } = testApp.fixtures.centerA;
    const other = await new Client(testApp.origin, testApp.config).signIn(routes.auth.centerLogin.path, {
      centerId,
      password,
    });
    await download(other, examId);
    await addOpenedExams(testApp, examId, 50);
    for (let again = 0; again < 5; again += 1) await download(client, examId);
    await addOpenedExams(testApp, examId, 48);
    expect(await kinds()).toEqual([]);
    await addOpenedExams(testApp, examId, 1);
    expect(await look()).toMatchObject([
      { kind: 'unusual_access', count: 100, account: { name: 'Aegean Imaging', email }, isHeld: false },
    ]);
    await addOpenedExams(testApp, examId, 5);
    expect(await kinds()).toEqual(['unusual_access']);
  });

  it('counts an exam once a day, however often and however one account opens it', async () => {
    const { client, examId, id } = testApp.fixtures.centerB;
    await download(client, examId);
    const [first] = await sql(`SELECT max(id) AS id FROM audit_events WHERE object_id = $1`, [examId]);
    const again = (event: string, at: string) =>
      sql(
        `INSERT INTO audit_events (at, event, outcome, actor_kind, person_id, session_ref, center_id, object_kind, object_id)
         SELECT at + $3::interval, $2, outcome, actor_kind, person_id, session_ref, center_id, object_kind, object_id
         FROM audit_events, generate_series(1, 400) WHERE id = $1`,
        [first?.id, event, at],
      );
    await again('exam_viewed', '0');
    expect(await kinds()).toEqual([]);
    await again('exam_viewed', '0');
    await again('exam_downloaded', '-1 day');
    expect(await kinds()).toEqual([]);
    const counts = await sql(
      `SELECT left(subject, 7) AS subject, count FROM access_counts WHERE subject LIKE '%' || $1 ORDER BY day, subject`,
      [(await sql('SELECT user_id AS id FROM medical_centers WHERE id = $1', [id]))[0]?.id],
    );
    expect(counts).toEqual([
      { subject: 'account', count: 1 },
      { subject: 'account', count: 1 },
    ]);
    await sql('TRUNCATE access_counts, opened_exams');
  });

  it('counts exams that lists showed as a tenth, once a day, so that normal lists raise nothing', async () => {
    const { client, examId, id } = testApp.fixtures.centerB;
    /** Adds requests for the images of a list with these exams. */
    const addLists = (from: number, to: number, lists = 1) =>
      sql(
        `INSERT INTO audit_events (at, event, outcome, actor_kind, person_id, center_id, details)
         SELECT $5, 'exams_listed', 'success', 'center', c.user_id, c.id, jsonb_build_object('images',
           (SELECT string_agg(lpad(to_hex(n), 8, '0'), ' ') FROM generate_series($2::int, $3::int) n))
         FROM medical_centers c, generate_series(1, $4::int) WHERE c.id = $1`,
        [id, from, to, lists, testApp.clock.now()],
      );
    await download(client, examId);
    // ten pages of fifty, again and again
    for (let page = 0; page < 10; page += 1) await addLists(page * 50, page * 50 + 49, 40);
    await addLists(500, 988);
    expect(await kinds()).toEqual([]);
    await addLists(989, 989);
    expect(await look()).toMatchObject([{ kind: 'unusual_access', count: 100, isHeld: false }]);
    await sql('TRUNCATE access_counts, opened_exams');
  });

  /** Sets how many exams center B opened on earlier days: `[days ago, exams]`. */
  const setDays = async (days: readonly (readonly [number, number])[]) => {
    await sql(`DELETE FROM access_counts WHERE subject LIKE 'account:%'`);
    await sql(
      `INSERT INTO access_counts (subject, day, count)
       SELECT 'account:' || c.user_id, ($2::timestamptz AT TIME ZONE 'UTC')::date - days, n
       FROM medical_centers c, unnest($3::int[], $4::int[]) AS earlier (days, n) WHERE c.id = $1`,
      [testApp.fixtures.centerB.id, testApp.clock.now(), days.map(([ago]) => ago), days.map(([, count]) => count)],
    );
    await sql('DELETE FROM opened_exams');
  };
  const every = (count: number, from: number, to: number) =>
    Array.from({ length: to - from + 1 }, (_, index) => [from + index, count] as const);

  it('raises unusual_access only at five times the account’s usual day of the last thirty', async () => {
    const { client, examId } = testApp.fixtures.centerB;
    // of ten days at least, so six of them decide
    await setDays([...every(21, 25, 30), [31, 500], [1, 90]]);
    await download(client, examId);
    await addOpenedExams(testApp, examId, 103);
    expect(await kinds()).toEqual([]);
    await addOpenedExams(testApp, examId, 1);
    expect(await look()).toMatchObject([{ kind: 'unusual_access', count: 105 }]);
  });

  it('raises it also after a quiet increase, and marks days of an open alarm as unusual', async () => {
    const { centerB } = testApp.fixtures;
    await setDays([
      [3, 99],
      [2, 494],
      [1, 2_469],
    ]);
    await download(centerB.client, centerB.examId);
    await addOpenedExams(testApp, centerB.examId, 99);
    expect(await look()).toMatchObject([{ kind: 'unusual_access', count: 100, account: { email: centerB.email } }]);
    testApp.advanceClock(24 * hourMs);
    await signInAll(testApp.fixtures);
    await download(centerB.client, centerB.examId);
    await addOpenedExams(testApp, centerB.examId, 199);
    expect((await kinds()).filter((kind) => kind !== 'new_browser')).toEqual(['unusual_access']);
    const days = await sql(`SELECT count FROM access_counts WHERE is_unusual ORDER BY day`);
    expect(days).toEqual([{ count: 100 }, { count: 200 }]);
  });

  it('raises it at 1,000 exams whatever is usual, unless an administrator marked half as many as usual', async () => {
    const { centerB } = testApp.fixtures;
    await setDays(every(900, 1, 12));
    await download(centerB.client, centerB.examId);
    await addOpenedExams(testApp, centerB.examId, 998);
    expect(await kinds()).toEqual([]);
    await addOpenedExams(testApp, centerB.examId, 1);
    const [alarm] = await look();
    expect(alarm).toMatchObject({ kind: 'unusual_access', count: 1_000, isHeld: false });
    const params = { id: alarm?.id ?? '' };
    const { alarm: marked } = await testApp.fixtures.admin.call(routes.admin.alarmUsual, { params });
    expect(marked).toMatchObject({ seenAt: expect.any(String) });
    await testApp.fixtures.admin.call(routes.admin.alarmUsual, { params });
    const events = `SELECT event, details FROM audit_events WHERE event IN ('access_marked_usual', 'security_alert_seen')
      AND object_id = '${params.id}' ORDER BY id`;
    expect(await sql(events)).toEqual([
      { event: 'access_marked_usual', details: { alarm: 'unusual_access' } },
      { event: 'security_alert_seen', details: { alarm: 'unusual_access' } },
    ]);
    testApp.advanceClock(24 * hourMs);
    await signInAll(testApp.fixtures);
    await download(centerB.client, centerB.examId);
    await addOpenedExams(testApp, centerB.examId, 1_998);
    expect((await kinds()).filter((kind) => kind !== 'new_browser')).toEqual([]);
    await addOpenedExams(testApp, centerB.examId, 1);
    expect(await kinds()).toContain('unusual_access');
    await sql('TRUNCATE access_counts, opened_exams');
  });

  it('is mailed to administrators and to its account', async () => {
    await waitForJobs(testApp);
    const mails = await testApp.outbox.mail();
    const toAccount = mails.filter(({ to }) => to === testApp.fixtures.centerA.email).map(({ text }) => text);
    expect(mails).toContainEqual(
      expect.objectContaining({ to: adminLogin.email, subject: `MedCloud alert: ${english.titles.unusual_access}` }),
    );
    expect(toAccount.join()).toContain(english.account.unusual_access);
  });
});
