import { randomUUID } from 'node:crypto';
import type { AlarmKind } from '@medcloud/contract';
import { routes } from '@medcloud/contract';
import { messages as greek } from '@medcloud/text/el/alarms';
import { messages as english } from '@medcloud/text/en/alarms';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { watchEvents } from '../../src/domain/alarms/watch-events.ts';
import type { Client } from '../harness/client.ts';
import { createDoctor, requestConsentLink } from '../harness/fixtures.ts';
import { startTestAppWithFixtures, type TestAppWithFixtures } from '../harness/start-test-app.ts';
import { adminLogin } from '../harness/test-app.ts';
import { waitForJobs } from '../harness/wait-for-jobs.ts';
import { indexExams } from '../imaging/index-exams.ts';
import { listAlarms } from './list-alarms.ts';

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
  const look = () => listAlarms(testApp);
  const kinds = async () => (await look()).map(({ kind }) => kind);
  const from = (network: string) => ({ headers: { 'x-forwarded-for': network } });
  const times = async (count: number, act: (index: number) => Promise<unknown>) => {
    for (let index = 0; index < count; index += 1) await act(index);
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

  it('counts each exam that an account never knew in a request for images of a list, and else the request', async () => {
    const { denied, revoked } = testApp.fixtures.doctors;
    const { examId } = testApp.fixtures.centerA;
    const list = (client: Client, ids: string[]) => client.raw('GET', `/api/exams/thumbnails?ids=${ids.join(',')}`);
    const unknown = Array.from({ length: 31 }, () => randomUUID());
    await times(30, () => list(revoked.client, [examId]));
    await list(denied.client, unknown.slice(0, 30));
    expect(await kinds()).toEqual([]);
    await list(denied.client, unknown.slice(30));
    expect(await look()).toMatchObject([{ kind: 'denials', count: 31, doctor: { id: denied.id } }]);
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
      'denials',
      'token_network',
      'grants_revoked',
    ] as const;
    for (const kind of others) expect(subjects).toContain(`MedCloud alert: ${english.titles[kind]}`);
    const expected = [
      [adminLogin.email, english.account.new_browser],
      [adminLogin.email, english.account.audit_exports],
      [centerA.email, english.account.amka_reveals],
      [centerB.email, english.account.grants_revoked],
      [doctors.noConsent.email, greek.account.denials],
      [doctors.consent.email, greek.account.token_network],
    ] as const;
    for (const [to, text] of expected) expect(bodies(to)).toContain(text);
    expect(mails.map(({ text }) => text).join()).not.toMatch(/Παπαδοπούλου|Καραγιάννης|Δοκιμή/);
  });
});
