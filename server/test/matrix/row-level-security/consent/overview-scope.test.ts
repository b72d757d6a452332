import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ConsentAct, OverviewAct } from '../../../../src/domain/authorization/consent-acts.ts';
import { mint } from '../../../../src/domain/authorization/scope.ts';
import { hashSecret } from '../../../../src/platform/crypto/hash-secret.ts';
import type { RowScope } from '../../../../src/platform/db/row-scope.ts';
import { startTestAppWithFixtures, type TestAppWithFixtures } from '../../../harness/start-test-app.ts';
import { ApplicationDatabase, insufficientPrivilege } from '../application-database.ts';

const sha256 = (text: string) => createHash('sha256').update(text).digest();
const endIn = (days: number) => `expires_at = app_now() + make_interval(days => ${days})`;
const year = { days: 365, examTypes: null };

/** What a statement smuggled into a request on the list of a phone's grants, or into the one that opens it, could do. */
describe('the scope of the list of a phone’s grants', () => {
  let testApp: TestAppWithFixtures;
  let db: ApplicationDatabase;
  /** Of a live grant of all CT exams for 30 days. */
  let token: string;
  const mac = sha256('the MAC of the right code');
  const code = { id: randomUUID(), mac };
  beforeAll(async () => {
    testApp = await startTestAppWithFixtures();
    db = new ApplicationDatabase(testApp);
    token = testApp.fixtures.consentToken;
    await db.rows(
      `UPDATE patient_access a SET expires_at = app_now() + interval '30 days', scope = '{ct}' FROM consent_links l
       WHERE l.request_id = a.request_id AND l.token_hash = $1`,
      [hashSecret(token)],
    );
    await db.rows(
      `INSERT INTO link_codes (id, token_hash, code_mac, expires_at) VALUES ($1, $2, $3, app_now() + interval '1 year')`,
      [code.id, hashSecret(token), mac],
    );
    await db.storeTries('link_codes', code.id, [mac]);
  });
  afterAll(() => testApp.close());

  const act = (values: ConsentAct) => mint.consent(token, values);

  it('lists the grants of the phone after a code from it, and changes the one that the scope names', async () => {
    const secret = 'the secret of the list';
    const [patient] = await db.rows('SELECT phone_index AS index FROM patients WHERE id = $1', [
      testApp.fixtures.centerA.patient.id,
    ]);
    const opened = `INSERT INTO link_codes (id, token_hash, purpose, phone_index, session_hash, used_at, expires_at)
      VALUES (gen_random_uuid(), $1, 'overview', $2, $3, $4, app_now() + interval '1 year')`;
    await db.rows(opened, [hashSecret(token), patient?.index, hashSecret(secret), testApp.clock.now()]);
    const given = await db.rows('SELECT id, request_id FROM patient_access WHERE granted_at IS NOT NULL');
    const [link] = await db.rows('SELECT request_id FROM consent_links WHERE token_hash = $1', [hashSecret(token)]);
    const grantId = String(given.find(({ request_id }) => request_id === link?.request_id)?.id);
    const listed = (act?: OverviewAct, key = secret) => mint.overview(key, act);
    expect(await db.outcome(listed(), 'SELECT 1 FROM patient_access')).toBe(given.length);
    expect(await db.outcome(listed(), 'SELECT 1 FROM scope_patient_names()')).toBe(1);
    expect(await db.outcome(listed(), 'SELECT date_of_birth FROM patients')).toBe(0);
    const every = (values: string) => `UPDATE patient_access SET ${values}`;
    const more = every(`${endIn(365)}, scope = NULL`);
    const revoke = every(`status = 'revoked', ended_at = app_now()`);
    expect(await db.outcome(listed({ grantId, terms: year }), more)).toBe(1);
    expect(await db.outcome(listed({ grantId }), revoke)).toBe(1);
    expect(await db.outcome(listed({ grantId }), every(endIn(7)))).toBe(1);
    for (const refused of [more, every(endIn(31)), every('scope = NULL'), every(`expires_at = '2001-01-01'`)]) {
      expect(await db.outcome(listed({ grantId }), refused), refused).toBe(insufficientPrivilege);
      const terms = { days: 90, examTypes: ['ct'] };
      expect(await db.outcome(listed({ grantId, terms }), refused), refused).toBe(insufficientPrivilege);
    }
    for (const closed of [listed(), listed({ grantId: randomUUID(), terms: year }), listed({ grantId }, token)])
      for (const statement of [more, revoke]) expect(await db.outcome(closed, statement)).toBe(0);
    const write = `INSERT INTO audit_events (event, outcome, actor_kind, center_id, patient_id, purpose, address_block, details)
      SELECT $1, 'success', 'patient', a.center_id, a.patient_id, a.id, '198.51.100.0/24', '{}' FROM patient_access a WHERE a.id = $2`;
    for (const event of ['consent_changed', 'consent_revoked'])
      expect(await db.outcome(listed({ grantId }), write, [event, grantId])).toBe(1);
    const another = String(given.find(({ id }) => id !== grantId)?.id);
    expect(await db.outcome(listed({ grantId }), write, ['consent_revoked', another])).toBe(insufficientPrivilege);
    for (const event of ['consent_granted', 'consent_shown', 'exam_viewed'])
      expect(await db.outcome(listed({ grantId }), write, [event, grantId]), event).toBe(insufficientPrivilege);
    for (const statement of [
      'SELECT session_hash FROM link_codes',
      'SELECT phone_index FROM link_codes',
      'UPDATE link_codes SET session_hash = code_mac',
      `UPDATE link_codes SET purpose = 'overview'`,
    ])
      for (const scope of [listed({ grantId, terms: year }), mint.link(token), act({ terms: year, code })])
        expect(await db.outcome(scope, statement), statement).toBe(insufficientPrivilege);
    await db.rows(`UPDATE link_codes SET used_at = used_at - interval '21 minutes' WHERE session_hash IS NOT NULL`);
    expect(await db.outcome(listed(), 'SELECT 1 FROM patient_access'), 'too late').toBe(0);
  });

  it('takes a code only for what it was sent for, and for the phone that it was sent to', async () => {
    const used = async (scope: RowScope) =>
      await db.as(scope, async (client) => (await client.query('SELECT use_link_code() AS used')).rows[0]?.used);
    const sessionHash = sha256('a secret');
    const [id, phone] = [randomUUID(), Buffer.alloc(32, 7)];
    expect(await used(act({ code }))).toBe(true);
    expect(await used(act({ code, sessionHash })), 'sent for an act').toBe(false);
    const insert = `INSERT INTO link_codes (id, token_hash, code_mac, purpose, phone_index, expires_at)
      VALUES ($1, $2, $3, 'overview', $4, app_now() + interval '10 minutes')`;
    const sending = act({ newCodeId: id, phoneIndex: phone });
    expect(await db.outcome(sending, insert, [id, hashSecret(token), mac, phone])).toBe(1);
    for (const [scope, index] of [
      [sending, Buffer.alloc(32, 8)],
      [act({ newCodeId: id }), phone],
    ] as const)
      expect(await db.outcome(scope, insert, [id, hashSecret(token), mac, index])).toBe(insufficientPrivilege);
    await db.rows(insert.replace('10 minutes', '1 year'), [id, hashSecret(token), mac, phone]);
    await db.storeTries('link_codes', id, [mac, sha256('wrong')]);
    const ofList = { id, mac };
    expect(await used(act({ code: ofList })), 'sent for the list').toBe(false);
    expect(await used(act({ code: { id, mac: sha256('wrong') }, sessionHash }))).toBe(false);
    expect(await used(act({ code: ofList, sessionHash }))).toBe(true);
    const afterList = act({ code: ofList, sessionHash, terms: year });
    const outcome = await db.as(afterList, async (client) => {
      await client.query('SELECT use_link_code()');
      const more = `UPDATE patient_access SET ${endIn(365)}, scope = NULL WHERE request_id = (SELECT scope_link())`;
      return await client.query(more).catch((error: { code: string }) => error.code);
    });
    expect(outcome).toBe(insufficientPrivilege);
  });
});
