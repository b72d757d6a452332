import { randomUUID } from 'node:crypto';
import type { AlarmKind } from '@medcloud/contract';
import { routes } from '@medcloud/contract';
import { messages as greek } from '@medcloud/text/el/alarms';
import { messages as english } from '@medcloud/text/en/alarms';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { watchAlarms } from '../../src/domain/alarms/watch-alarms.ts';
import { watchEvents } from '../../src/domain/alarms/watch-events.ts';
import { Client } from '../harness/client.ts';
import { createDoctor, requestConsentLink, signInAll } from '../harness/fixtures.ts';
import { startTestAppWithFixtures, type TestAppWithFixtures } from '../harness/start-test-app.ts';
import { adminLogin } from '../harness/test-app.ts';
import { waitForJobs } from '../harness/wait-for-jobs.ts';
import { waitUntil } from '../harness/wait-until.ts';
import { indexExams } from '../imaging/index-exams.ts';
import { addOpenedExams } from './add-opened-exams.ts';

const hourMs = 3_600_000;

/** Each rule over the audit log: not raised below its threshold, raised once at it (trust, section 6). */
describe('alarm rules', () => {
  let testApp: TestAppWithFixtures;
  let admin: Client;
  beforeAll(async () => {
    testApp = await startTestAppWithFixtures({ environment: { TRUSTED_PROXIES: '127.0.0.0/8' } });
    ({ admin } = testApp.fixtures);
    await indexExams(testApp);
  });
  afterAll(() => testApp.close());
  beforeEach(async () => {
    // the sign-ins of the fixtures and of the test before
    await watchEvents(testApp.app.context);
    await sql('DELETE FROM alarms');
  });

  const sql = async (statement: string, values: unknown[] = []) =>
    (await testApp.superuser.query(statement, values)).rows;
  /** Lets the rules count and mail, twice, and lists the open alarms. */
  const look = async () => {
    await watchAlarms(testApp.app.context);
    await watchAlarms(testApp.app.context);
    return await admin.call(routes.admin.alarmsToSee, {});
  };
  const kinds = async () => (await look()).map(({ kind }) => kind);
  const from = (network: string) => ({ headers: { 'x-forwarded-for': network } });
  const times = async (count: number, act: (index: number) => Promise<unknown>) => {
    for (let index = 0; index < count; index += 1) await act(index);
  };
  /** Downloads an exam. A session may run four downloads at once, and the server counts one a moment longer. */
  const download = async (client: Client, examId: string) => {
    await waitUntil(async () => {
      const response = await client.raw('GET', `/api/download/${examId}`);
      await response.arrayBuffer();
      expect([200, 429]).toContain(response.status);
      return response.status === 200;
    });
  };
  const guess = (email: string, network: string) =>
    testApp.anonymous.json('POST', routes.auth.doctorLogin.path, { email, password: 'a wrong one' }, from(network));

  it('raises sign_in_guesses at the fifteenth account that one network tries within an hour', async () => {
    await times(14, (index) => guess(`guess${index}@example.gr`, '203.0.113.7'));
    await times(4, () => guess(testApp.fixtures.doctors.consent.email, '203.0.114.7'));
    expect(await kinds()).toEqual([]);
    await guess('guess-last@example.gr', '203.0.113.8');
    expect(await look()).toMatchObject([
      { kind: 'sign_in_guesses', network: '203.0.113.0/24', count: 15, account: null, doctor: null, isHeld: false },
    ]);
    await guess('guess-more@example.gr', '203.0.113.8');
    expect(await kinds()).toEqual(['sign_in_guesses']);
  });

  it('raises new_browser for an administrator’s browser, and not for a known one', async () => {
    const signIn = async (cookie?: string) => {
      const headers = { 'user-agent': 'Firefox/140.0 (Windows)', ...(cookie === undefined ? {} : { cookie }) };
      const response = await testApp.anonymous.json('POST', routes.auth.adminLogin.path, adminLogin, { headers });
      expect(response.status).toBe(200);
      return response.headers
        .getSetCookie()
        .map((line) => line.split(';')[0])
        .join('; ');
    };
    const cookie = await signIn();
    expect(await look()).toMatchObject([
      {
        ...{ kind: 'new_browser', browser: 'Firefox', system: 'Windows', network: '127.0.0.0/24', count: 1 },
        account: { role: 'admin', email: adminLogin.email },
      },
    ]);
    await sql('DELETE FROM alarms');
    await signIn(cookie);
    expect(await kinds()).toEqual([]);
  });

  it('raises amka_reveals at the twenty-first AMKA within an hour', async () => {
    const { client, patient, email } = testApp.fixtures.centerA;
    const reveal = () => client.call(routes.center.revealAmka, { params: { patientId: patient.patientId } });
    await times(20, reveal);
    expect(await kinds()).toEqual([]);
    await reveal();
    expect(await look()).toMatchObject([
      { kind: 'amka_reveals', count: 21, account: { role: 'medical_center', name: 'Aegean Imaging', email } },
    ]);
  });

  it('raises amka_reveals again after it was seen only for reveals that came later', async () => {
    const { client, patient } = testApp.fixtures.centerB;
    const reveal = () => client.call(routes.center.revealAmka, { params: { patientId: patient.patientId } });
    await times(21, reveal);
    const [alarm] = await look();
    await admin.call(routes.admin.alarmSeen, { params: { id: alarm?.id ?? '' } });
    await times(20, reveal);
    expect(await kinds()).toEqual([]);
    await reveal();
    expect(await kinds()).toEqual(['amka_reveals']);
  });

  it('raises denials at the thirty-first denied request of an account, counting the images of an exam once', async () => {
    const { noConsent } = testApp.fixtures.doctors;
    const probe = () => noConsent.client.raw('GET', `/api/download/${randomUUID()}`);
    const { examId } = testApp.fixtures.centerA;
    const frame = `/dicom-web/exams/${examId}/studies/1.2/series/1.2/instances/1.2/frames/1`;
    await times(29, probe);
    await times(10, () => noConsent.client.raw('GET', frame));
    expect(await kinds()).toEqual([]);
    await probe();
    expect(await look()).toMatchObject([
      { kind: 'denials', count: 31, doctor: { id: noConsent.id }, account: { id: noConsent.userId, role: 'doctor' } },
    ]);
  });

  it('counts denied images once a study if the address names no exam', async () => {
    const { consent } = testApp.fixtures.doctors;
    const frame = (study: number, number: number) =>
      consent.client.raw('GET', `/dicom-web/studies/1.2.3.${study}/series/1.2/instances/1.2/frames/${number}`);
    for (let study = 1; study <= 30; study += 1) for (let image = 1; image <= 2; image += 1) await frame(study, image);
    expect(await kinds()).toEqual([]);
    await frame(31, 1);
    expect(await look()).toMatchObject([{ kind: 'denials', count: 31, doctor: { id: consent.id } }]);
  });

  it('raises unusual_access at 100 exams of all sessions in a day if the account never opens many', async () => {
    const { client, examId, email, centerId, password } = testApp.fixtures.centerA;
    const other = await new Client(testApp.origin, testApp.config).signIn(routes.auth.centerLogin.path, {
      centerId,
      password,
    });
    await download(other, examId);
    await addOpenedExams(testApp, examId, 50);
    await times(5, () => download(client, examId));
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
    const { alarm: marked } = await admin.call(routes.admin.alarmUsual, { params });
    expect(marked).toMatchObject({ seenAt: expect.any(String) });
    await admin.call(routes.admin.alarmUsual, { params });
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

  it('raises token_network at a token’s first use from another network', async () => {
    const { client, userId } = testApp.fixtures.doctors.consent;
    const { token } = await client.call(routes.account.makeApiToken, { body: { name: 'PACS', days: 30 } });
    const use = async (network: string) => {
      const headers = { authorization: `Bearer ${token}`, ...from(network).headers };
      expect((await fetch(`${testApp.origin}/dicom-web/studies`, { headers })).status).toBe(200);
    };
    await use('192.0.2.1');
    await use('192.0.2.200');
    expect(await kinds()).toEqual([]);
    await use('192.0.3.1');
    await use('192.0.3.2');
    expect(await look()).toMatchObject([
      { kind: 'token_network', network: '192.0.3.0/24', account: { id: userId, role: 'doctor' } },
    ]);
    await sql('DELETE FROM alarms');
    await use('192.0.2.1');
    await use('192.0.3.1');
    expect(await kinds()).toEqual([]);
  });

  it('raises audit_exports once for a session that exports the audit log', async () => {
    const exportLog = async () => {
      const response = await admin.raw('GET', routes.admin.exportAuditEvents.path);
      expect(response.status).toBe(200);
      await response.arrayBuffer();
    };
    await exportLog();
    await exportLog();
    expect(await look()).toMatchObject([{ kind: 'audit_exports', account: { email: adminLogin.email } }]);
  });

  it('raises grants_revoked when access to twenty patients of a center ends within a day', async () => {
    const { client } = testApp.fixtures.centerB;
    const phone = '+306977770001';
    await times(20, (index) =>
      client.call(routes.center.registerPatient, {
        body: {
          ...{ firstName: 'Άννα', lastName: `Δοκιμή ${'αβγδεζηθικλμνξοπρστυ'.charAt(index)}` },
          ...{ dateOfBirth: `1961-02-${String(index + 1).padStart(2, '0')}`, gender: 'Female', phone },
        },
      }),
    );
    const doctor = await createDoctor(testApp, admin, 'Family');
    const accessToken = await requestConsentLink(testApp, doctor, phone);
    const { records } = await testApp.anonymous.call(routes.patientAccess.lookup, { body: { accessToken } });
    const ids = records.map(({ patientId }) => patientId);
    expect(new Set(ids).size).toBe(20);
    await testApp.anonymous.call(routes.patientAccess.respond, {
      body: { accessToken, response: 'grant', days: 30, patientIds: ids },
    });
    const revoke = (patientIds: string[]) =>
      testApp.anonymous.call(routes.patientAccess.revoke, { body: { accessToken, patientIds } });
    await revoke(ids.slice(0, 19));
    expect(await kinds()).toEqual([]);
    await revoke(ids.slice(19));
    expect(await look()).toMatchObject([
      { kind: 'grants_revoked', count: 20, account: { name: 'Ionian Diagnostics', role: 'medical_center' } },
    ]);
  });

  it('records each alarm in the audit log and the system log', async () => {
    await admin.signIn(routes.auth.adminLogin.path, adminLogin);
    const [alarm] = await look();
    expect(alarm?.kind).toBe<AlarmKind>('new_browser');
    expect(
      await sql(`SELECT actor_kind, details FROM audit_events WHERE event = 'security_alert' AND object_id = $1`, [
        alarm?.id,
      ]),
    ).toEqual([{ actor_kind: 'system', details: { alarm: 'new_browser', count: 1, user: alarm?.account?.id } }]);
    const log = await admin.call(routes.admin.systemLogs, {});
    expect(log.map(({ message }) => message)).toContain('An administrator signed in from a new browser.');
    expect(english.titles.new_browser).toBe('An administrator signed in from a new browser');
  });

  it('does not add up guesses of more than an hour', async () => {
    await times(10, (index) => guess(`early${index}@example.gr`, '203.0.115.7'));
    testApp.advanceClock(2 * hourMs);
    await times(10, (index) => guess(`late${index}@example.gr`, '203.0.115.7'));
    await testApp.fixtures.admin.signIn(routes.auth.adminLogin.path, adminLogin);
    expect((await look()).filter(({ kind }) => kind === 'sign_in_guesses')).toEqual([]);
  });

  it('raises spread_guesses at the hundredth account over all networks', async () => {
    testApp.advanceClock(2 * hourMs);
    await admin.signIn(routes.auth.adminLogin.path, adminLogin);
    await look();
    await sql('DELETE FROM alarms');
    const spread = (index: number) => guess(`spread${index}@example.gr`, `198.51.${Math.floor(index / 10)}.7`);
    await times(99, spread);
    expect(await kinds()).toEqual([]);
    await spread(100);
    expect(await look()).toMatchObject([{ kind: 'spread_guesses', network: null, count: 100, account: null }]);
  });

  it('mails an alarm although hundreds of another kind wait', async () => {
    const now = testApp.clock.now();
    await sql(
      `INSERT INTO alarms (id, kind, subject, raised_at, administrators_mailed_at)
       SELECT gen_random_uuid(), 'sign_in_guesses', 'network:' || n, $1::timestamptz, CASE WHEN n = 0 THEN $1::timestamptz END
       FROM generate_series(0, 250) n`,
      [now],
    );
    await look(); // marks that no account gets a mail
    await sql(
      `INSERT INTO alarms (id, kind, subject, raised_at, user_id)
       SELECT gen_random_uuid(), 'token_network', 'token:late', $1::timestamptz + interval '1 second', user_id
       FROM medical_centers WHERE id = $2`,
      [now, testApp.fixtures.centerB.id],
    );
    await look();
    expect(
      await sql(`SELECT 1 FROM alarms WHERE subject = 'token:late' AND administrators_mailed_at IS NOT NULL
        AND account_mailed_at IS NOT NULL`),
    ).toHaveLength(1);
  });

  it('mailed each alarm to administrators, and to its account in its language, without health data', async () => {
    await waitForJobs(testApp);
    const mails = await testApp.outbox.mail();
    const { centerA, centerB, doctors } = testApp.fixtures;
    const bodies = (to: string) =>
      mails
        .filter((mail) => mail.to === to)
        .map(({ text }) => text)
        .join();
    const subjects = mails.filter(({ to }) => to === adminLogin.email).map(({ subject }) => subject);
    const others = [
      'sign_in_guesses',
      'spread_guesses',
      'amka_reveals',
      'unusual_access',
      'denials',
      'token_network',
      'grants_revoked',
    ] as const;
    for (const kind of others) expect(subjects).toContain(`MedCloud alert: ${english.titles[kind]}`);
    const expected = [
      [adminLogin.email, english.account.new_browser],
      [adminLogin.email, english.account.audit_exports],
      [centerA.email, english.account.amka_reveals],
      [centerA.email, english.account.unusual_access],
      [centerB.email, english.account.grants_revoked],
      [doctors.noConsent.email, greek.account.denials],
      [doctors.consent.email, greek.account.token_network],
    ] as const;
    for (const [to, text] of expected) expect(bodies(to)).toContain(text);
    expect(mails.map(({ text }) => text).join()).not.toMatch(/Παπαδοπούλου|Καραγιάννης|Δοκιμή/);
  });
});
