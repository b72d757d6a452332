import { routes } from '@medcloud/contract';
import { problem } from '@medcloud/contract/shapes/common';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { phoneA, phoneB, requestConsentLink } from '../harness/fixtures.ts';
import { codeIn } from '../harness/outbox.ts';
import { startTestAppWithFixtures, type TestAppWithFixtures } from '../harness/start-test-app.ts';

const { respond, change, openOverview, overview, changeOverviewGrant, revokeOverviewGrant } = routes.patientAccess;
const dayMs = 86_400_000;

/** All grants of a phone on one page, after a code. */
describe('overview', () => {
  let testApp: TestAppWithFixtures;
  let accessToken: string;
  beforeAll(async () => {
    testApp = await startTestAppWithFixtures();
    const { centerB, doctors } = testApp.fixtures;
    await centerB.client.call(routes.center.registerPatient, {
      body: {
        firstName: 'Μαρία',
        lastName: 'Παπαδοπούλου',
        dateOfBirth: '1950-05-17',
        gender: 'Female',
        phone: phoneA,
      },
    });
    // a day later no earlier SMS counts against the number's limits
    testApp.advanceClock(25 * 3_600_000);
    await doctors.noConsent.client.signIn(routes.auth.doctorLogin.path, {
      email: doctors.noConsent.email,
      password: doctors.noConsent.password,
    });
    accessToken = await requestConsentLink(testApp, doctors.noConsent, phoneA);
    const { records } = await testApp.anonymous.call(routes.patientAccess.lookup, { body: { accessToken } });
    const patientIds = records.map(({ patientId }) => patientId);
    expect(patientIds).toHaveLength(2);
    await testApp.anonymous.call(respond, { body: { accessToken, response: 'grant', patientIds, examTypes: ['ct'] } });
  });
  afterAll(() => testApp.close());

  const post = async (path: string, body: object) => {
    const response = await testApp.anonymous.json('POST', path, body);
    return { status: response.status, code: response.ok ? null : problem.parse(await response.json()).code };
  };
  /** Asks for a code, and returns it. The clock moves, because of the codes' limits. */
  const requestCode = async () => {
    testApp.advanceClock(dayMs);
    const before = await testApp.outbox.countSms(phoneA);
    expect(await post(openOverview.path, { accessToken })).toEqual({ status: 403, code: 'code_required' });
    const { text } = await testApp.outbox.nextSms(phoneA, before);
    expect(text).not.toContain('http');
    return codeIn(text);
  };
  const open = async () => {
    const body = { accessToken, code: await requestCode() };
    return (await testApp.anonymous.call(openOverview, { body })).overviewToken;
  };
  const list = async (overviewToken: string) =>
    (await testApp.anonymous.call(overview, { body: { overviewToken } })).grants;
  const eventsOf = async (grantId: string) => {
    const { rows } = await testApp.superuser.query(
      'SELECT event, center_id FROM audit_events WHERE purpose = $1 ORDER BY id',
      [grantId],
    );
    return rows;
  };

  it('lists active and past grants of the phone over all centers, and none that was not given', async () => {
    const grants = await list(await open());
    const { centerA, centerB } = testApp.fixtures;
    expect(new Set(grants.map(({ medicalCenter }) => medicalCenter.name))).toEqual(
      new Set(['Aegean Imaging', 'Ionian Diagnostics']),
    );
    const { rows } = await testApp.superuser.query(
      `SELECT a.id FROM patient_access a JOIN patients p ON p.id = a.patient_id
       WHERE p.phone_index = (SELECT phone_index FROM patients WHERE id = $1) AND a.granted_at IS NOT NULL`,
      [centerA.patient.id],
    );
    expect(grants.map(({ id }) => id).toSorted()).toEqual(rows.map(({ id }) => id).toSorted());
    expect(new Set(grants.map(({ status }) => status))).toEqual(new Set(['granted', 'revoked', 'expired']));
    const firstEnded = grants.findIndex(({ status }) => status !== 'granted');
    expect(grants.slice(firstEnded).every(({ status }) => status !== 'granted')).toBe(true);
    const ofCenterA = grants.find(
      ({ medicalCenter, examTypes }) => medicalCenter.name === 'Aegean Imaging' && examTypes !== null,
    );
    expect(ofCenterA).toMatchObject({ name: 'Μαρία Π.', examCount: 1, examTypes: ['ct'], exams: [{ examType: 'ct' }] });
    expect(JSON.stringify(grants)).not.toContain(centerB.patient.firstName);
    expect(grants.filter(({ status }) => status !== 'granted').every(({ examCount }) => examCount === 0)).toBe(true);
  });

  it('narrows, extends and revokes one grant, with an event each', async () => {
    const overviewToken = await open();
    const own = (await list(overviewToken)).filter(({ examTypes }) => examTypes !== null);
    const [first, second] = own;
    if (!first || !second) throw new Error('The doctor has no two grants.');
    const edit = { overviewToken, grantId: first.id };
    const longer = await testApp.anonymous.call(changeOverviewGrant, { body: { ...edit, days: 365, examTypes: null } });
    expect(longer.examTypes).toBeNull();
    expect(Date.parse(longer.expiresAt) - testApp.clock.now().getTime()).toBeGreaterThan(364 * dayMs);
    const less = await testApp.anonymous.call(changeOverviewGrant, { body: { ...edit, days: 7, examTypes: ['mri'] } });
    expect(less).toMatchObject({ status: 'granted', examTypes: ['mri'] });
    expect((await testApp.anonymous.call(revokeOverviewGrant, { body: edit })).status).toBe('revoked');
    // repeated: it stays as it ended
    expect((await testApp.anonymous.call(revokeOverviewGrant, { body: edit })).status).toBe('revoked');
    expect(await post(changeOverviewGrant.path, { ...edit, days: 365 })).toMatchObject({ code: 'invalid_state' });
    const events = (await eventsOf(first.id)).map(({ event }) => event);
    expect(events).toEqual(['consent_granted', 'consent_changed', 'consent_changed', 'consent_revoked']);
    expect((await eventsOf(second.id)).map(({ event }) => event)).toEqual(['consent_granted']);
    const after = await list(overviewToken);
    expect(after.find(({ id }) => id === first.id)).toMatchObject({ status: 'revoked', exams: [] });
    expect(after.find(({ id }) => id === second.id)).toMatchObject({ status: 'granted', examTypes: ['ct'] });
  });

  it('opens by its own code alone, once, and for 20 minutes', async () => {
    const code = await requestCode();
    const wrong = code === '000000' ? '000001' : '000000';
    expect(await post(openOverview.path, { accessToken, code: wrong })).toMatchObject({ code: 'otp_invalid' });
    const { records } = await testApp.anonymous.call(routes.patientAccess.lookup, { body: { accessToken } });
    const active = records.find(({ status }) => status === 'granted');
    // the code for the list confirms no act by the link
    const longer = { accessToken, patientId: active?.patientId, days: 365 };
    expect(await post(change.path, { ...longer, code })).toMatchObject({ code: 'otp_invalid' });
    const { overviewToken } = await testApp.anonymous.call(openOverview, { body: { accessToken, code } });
    expect(await post(openOverview.path, { accessToken, code })).toMatchObject({ code: 'otp_invalid' });
    testApp.advanceClock(19 * 60_000);
    expect((await list(overviewToken)).length).toBeGreaterThan(0);
    testApp.advanceClock(60_000);
    const grantId = (await list(await open()))[0]?.id;
    for (const [path, body] of [
      [overview.path, { overviewToken }],
      [changeOverviewGrant.path, { overviewToken, grantId, days: 7 }],
      [revokeOverviewGrant.path, { overviewToken, grantId }],
      [overview.path, { overviewToken: accessToken }],
    ] as const)
      expect(await post(path, body)).toEqual({ status: 404, code: 'link_invalid' });
    // nor does a code for an act by the link open the list
    testApp.advanceClock(dayMs);
    const before = await testApp.outbox.countSms(phoneA);
    expect((await post(change.path, longer)).code).toBe('code_required');
    const changeCode = codeIn((await testApp.outbox.nextSms(phoneA, before)).text);
    expect(await post(openOverview.path, { accessToken, code: changeCode })).toMatchObject({ code: 'otp_invalid' });
  });

  it('sends three codes an hour to a phone at most, over all its links', async () => {
    const { consentToken } = testApp.fixtures;
    const ask = async (token: string) => {
      testApp.advanceClock(61_000);
      const before = await testApp.outbox.countSms(phoneA);
      const answer = await post(openOverview.path, { accessToken: token });
      // a later test must not take this SMS for its own
      if (answer.code === 'code_required') await testApp.outbox.nextSms(phoneA, before);
      return answer;
    };
    testApp.advanceClock(dayMs);
    for (const token of [accessToken, consentToken, accessToken])
      expect(await ask(token)).toMatchObject({ code: 'code_required' });
    for (const token of [consentToken, accessToken])
      expect(await ask(token)).toEqual({ status: 429, code: 'rate_limited' });
    testApp.advanceClock(3_600_000);
    expect(await ask(consentToken)).toMatchObject({ code: 'code_required' });
  });

  it('lists 50 grants a page, each of them once, active ones first', async () => {
    await testApp.superuser.query(
      `WITH a AS (SELECT * FROM patient_access WHERE status = 'granted' ORDER BY id LIMIT 1),
       codes AS (
         INSERT INTO otp_verifications (id, doctor_id, phone_index, phone_sealed, phone_last3, expires_at, created_at, verified_at)
         SELECT gen_random_uuid(), o.doctor_id, o.phone_index, o.phone_sealed, o.phone_last3, o.expires_at, o.created_at, o.verified_at
         FROM a JOIN access_requests r ON r.id = a.request_id JOIN otp_verifications o ON o.id = r.otp_id, generate_series(1, 99)
         RETURNING id),
       requests AS (
         INSERT INTO access_requests (id, otp_id, doctor_id, phone_index, phone_last3, language, expires_at)
         SELECT gen_random_uuid(), codes.id, r.doctor_id, r.phone_index, r.phone_last3, r.language, r.expires_at
         FROM codes, a JOIN access_requests r ON r.id = a.request_id RETURNING id)
       INSERT INTO patient_access (id, request_id, doctor_id, patient_id, center_id, public_patient_id, access_token,
         status, granted_at, response_date, expires_at, ended_at)
       SELECT gen_random_uuid(), n.id, a.doctor_id, a.patient_id, a.center_id, a.public_patient_id, gen_random_uuid(),
         'revoked', a.granted_at - (n.place / 3) * interval '1 day', a.response_date, a.expires_at, a.granted_at
       FROM a, (SELECT id, row_number() OVER () AS place FROM requests) n`,
    );
    const overviewToken = await open();
    const pages = [await testApp.anonymous.call(overview, { body: { overviewToken } })];
    for (let cursor = pages[0]?.cursor ?? null; cursor !== null; cursor = pages.at(-1)?.cursor ?? null)
      pages.push(await testApp.anonymous.call(overview, { body: { overviewToken, cursor } }));
    expect(pages.map(({ grants }) => grants.length).slice(0, 2)).toEqual([50, 50]);
    const grants = pages.flatMap((page) => page.grants);
    expect(new Set(grants.map(({ id }) => id)).size).toBe(grants.length);
    expect(grants.length).toBeGreaterThan(99);
    const firstEnded = grants.findIndex(({ status }) => status !== 'granted');
    expect(firstEnded).toBeGreaterThan(0);
    expect(grants.slice(firstEnded).every(({ status }) => status !== 'granted')).toBe(true);
  });

  it('shows and changes nothing of another phone, also once the phone of a patient changes', async () => {
    const { centerA, centerB } = testApp.fixtures;
    const { rows } = await testApp.superuser.query(
      `INSERT INTO patient_access (id, request_id, doctor_id, patient_id, center_id, public_patient_id, access_token,
         status, granted_at, response_date, expires_at, language, text_version, text_hash)
       SELECT gen_random_uuid(), a.request_id, $2, p.id, p.center_id, p.patient_id, gen_random_uuid(),
         'granted', a.granted_at, a.response_date, a.expires_at + interval '9 years', a.language, a.text_version, a.text_hash
       FROM patients p, patient_access a WHERE p.id = $1 AND a.status = 'granted' LIMIT 1 RETURNING id`,
      [centerB.patient.id, testApp.fixtures.doctors.denied.id],
    );
    const foreign = String(rows[0]?.id);
    const overviewToken = await open();
    const grants = await list(overviewToken);
    expect(grants.map(({ id }) => id)).not.toContain(foreign);
    for (const path of [changeOverviewGrant.path, revokeOverviewGrant.path])
      for (const grantId of [foreign, 'no id', `${foreign},x`])
        expect(await post(path, { overviewToken, grantId, days: 7 })).toEqual({ status: 404, code: 'not_found' });
    expect(await post(overview.path, { overviewToken, cursor: foreign })).toMatchObject({ code: 'validation' });
    const ofCenterA = grants.filter(({ medicalCenter }) => medicalCenter.name === 'Aegean Imaging');
    expect(ofCenterA.length).toBeGreaterThan(0);
    await centerA.client.signIn(routes.auth.centerLogin.path, {
      centerId: centerA.centerId,
      password: centerA.password,
    });
    await centerA.client.call(routes.center.changePatient, {
      params: { patientId: centerA.patient.patientId },
      body: { phone: phoneB },
    });
    const left = await list(overviewToken);
    expect(left.map(({ medicalCenter }) => medicalCenter.name)).not.toContain('Aegean Imaging');
    expect(await post(revokeOverviewGrant.path, { overviewToken, grantId: ofCenterA[0]?.id })).toMatchObject({
      code: 'not_found',
    });
  });
});
