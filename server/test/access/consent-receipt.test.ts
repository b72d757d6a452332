import { createHash } from 'node:crypto';
import { routes } from '@medcloud/contract';
import { consentTextVersion } from '@medcloud/contract/consent-text';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { joinConsentText } from '../../src/domain/access/links/join-consent-text.ts';
import { requestConsentLink } from '../harness/fixtures.ts';
import { startTestAppWithFixtures, type TestAppWithFixtures } from '../harness/start-test-app.ts';

const { lookup, respond, revoke } = routes.patientAccess;

/** Receipt of a consent link (product, "Doctor's path", 5). */
let testApp: TestAppWithFixtures;
beforeAll(async () => {
  testApp = await startTestAppWithFixtures();
});
afterAll(() => testApp.close());

it('shows when, in which language and to which text the patient agreed, also after revoking', async () => {
  const { anonymous, fixtures } = testApp;
  const accessToken = await requestConsentLink(testApp, fixtures.doctors.noConsent, '+306900000001');
  const pending = await anonymous.call(lookup, { body: { accessToken } });
  expect(pending.records[0]).toMatchObject({ answeredAt: null, agreed: null });
  const before = testApp.clock.now().getTime();
  await anonymous.call(respond, { body: { accessToken, response: 'grant', language: 'en' } });
  const after = testApp.clock.now().getTime();
  const granted = await anonymous.call(lookup, { body: { accessToken } });
  expect(granted.reference).toMatch(/^[0-9A-F]{4}(-[0-9A-F]{4}){2}$/);
  expect(granted.reference).toBe(pending.reference);
  const textHash = createHash('sha256').update(joinConsentText('en')).digest('hex');
  const agreed = { language: 'en', textVersion: consentTextVersion, textHash };
  expect(granted.records[0]?.agreed).toEqual(agreed);
  const answeredAt = Date.parse(granted.records[0]?.answeredAt ?? '');
  // one minute of tolerance: the database server may be another machine
  expect(answeredAt).toBeGreaterThan(before - 60_000);
  expect(answeredAt).toBeLessThan(after + 60_000);
  await anonymous.call(revoke, { body: { accessToken } });
  expect((await anonymous.call(lookup, { body: { accessToken } })).records[0]?.agreed).toEqual(agreed);
});

it('stores text version, language, time, phone hash and request context with each grant (T-GD2)', async () => {
  const { anonymous, fixtures, superuser } = testApp;
  const accessToken = await requestConsentLink(testApp, fixtures.doctors.revoked, '+306900000002');
  await anonymous.call(respond, { body: { accessToken, response: 'grant', language: 'el', days: 7 } });
  const { rows } = await superuser.query(
    `SELECT a.language, a.text_version, a.text_hash = sha256(convert_to($2, 'UTF8')) AS is_text, a.response_date = e.at AS is_time,
       r.phone_index = p.phone_index AS is_phone, encode(r.phone_index, 'hex') LIKE '%' || encode('6900000002', 'hex') || '%' AS is_plain,
       e.actor_kind, e.address_block, length(e.request_id) AS request, e.details
     FROM patient_access a JOIN access_requests r ON r.id = a.request_id JOIN patients p ON p.id = a.patient_id
     JOIN audit_events e ON e.purpose = a.id AND e.event = 'consent_granted'
     WHERE a.doctor_id = $1 AND a.status = 'granted'`,
    [fixtures.doctors.revoked.id, joinConsentText('el')],
  );
  expect(rows).toEqual([
    {
      ...{ language: 'el', text_version: consentTextVersion, is_text: true, is_time: true },
      ...{ is_phone: true, is_plain: false, actor_kind: 'patient', address_block: '127.0.0.0/24', request: 12 },
      details: { days: 7, examTypes: null },
    },
  ]);
});

it('shows the time of a denial and no text', async () => {
  const { anonymous, fixtures } = testApp;
  const accessToken = await requestConsentLink(testApp, fixtures.doctors.noConsent, '+306900000002');
  await anonymous.call(respond, { body: { accessToken, response: 'deny' } });
  const [denied] = (await anonymous.call(lookup, { body: { accessToken } })).records;
  expect(denied?.agreed).toBeNull();
  expect(denied?.answeredAt).not.toBeNull();
});
