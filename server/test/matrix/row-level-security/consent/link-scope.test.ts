import { createHash, randomUUID } from 'node:crypto';
import { routes } from '@medcloud/contract';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ConsentAct } from '../../../../src/domain/authorization/consent-acts.ts';
import { mint } from '../../../../src/domain/authorization/scope.ts';
import { hashSecret } from '../../../../src/platform/crypto/hash-secret.ts';
import type { RowScope } from '../../../../src/platform/db/row-scope.ts';
import { phoneA, requestConsentLink } from '../../../harness/fixtures.ts';
import { startTestAppWithFixtures, type TestAppWithFixtures } from '../../../harness/start-test-app.ts';
import { ApplicationDatabase, insufficientPrivilege } from '../application-database.ts';

const sha256 = (text: string) => createHash('sha256').update(text).digest();
const ofLink = 'WHERE request_id = (SELECT scope_link())';
const update = (values: string) => `UPDATE patient_access SET ${values} ${ofLink}`;
const endIn = (days: number) => `expires_at = app_now() + make_interval(days => ${days})`;

/** What a statement smuggled into a request of a consent link could do to the grants of that link. */
describe('the scope of a consent link', () => {
  let testApp: TestAppWithFixtures;
  let db: ApplicationDatabase;
  /** Of a live grant of all CT exams for 30 days. */
  let token: string;
  /** Of a pending request, sent more than 30 minutes ago, and of one just sent. */
  let lateToken: string;
  let recentToken: string;
  const mac = sha256('the MAC of the right code');
  const code = { id: randomUUID(), mac };
  const insertCode = `INSERT INTO link_codes (id, token_hash, code_mac, expires_at) VALUES ($1, $2, $3, app_now() + interval '10 minutes')`;
  /** Outside of a scope the clock is the machine's, which may be behind the test's. */
  const insertLongCode = insertCode.replace('10 minutes', '1 year');
  const grantOf = (linkToken: string) => [hashSecret(linkToken)];
  beforeAll(async () => {
    testApp = await startTestAppWithFixtures();
    db = new ApplicationDatabase(testApp);
    token = testApp.fixtures.consentToken;
    await db.rows(
      `UPDATE patient_access a SET expires_at = app_now() + interval '30 days', scope = '{ct}' FROM consent_links l
       WHERE l.request_id = a.request_id AND l.token_hash = $1`,
      grantOf(token),
    );
    await db.rows(insertLongCode, [code.id, hashSecret(token), mac]);
    await db.storeTries('link_codes', code.id, [mac, sha256('wrong')]);
    // Date the fixtures' codes back by two days, because of the limits.
    await db.rows(`UPDATE otp_verifications SET created_at = created_at - interval '2 days'`);
    lateToken = await requestConsentLink(testApp, testApp.fixtures.doctors.noConsent, phoneA);
    await db.rows(
      `UPDATE consent_links SET created_at = created_at - interval '31 minutes' WHERE token_hash = $1`,
      grantOf(lateToken),
    );
    recentToken = await requestConsentLink(testApp, testApp.fixtures.doctors.consent, phoneA);
  });
  afterAll(() => testApp.close());

  /** The outcome of a statement after the scope's code was used. */
  const afterCode = async (scope: RowScope, statement: string) =>
    await db.as(scope, async (client: pg.PoolClient) => {
      await client.query('SELECT use_link_code()');
      return await client.query(statement).then(
        ({ rowCount }) => rowCount,
        (error: { code: string }) => error.code,
      );
    });
  const act = (values: ConsentAct) => mint.consent(token, values);
  const year = { days: 365, examTypes: null };

  const giveMore = [
    update(endIn(365)),
    update(`expires_at = expires_at + interval '1 second'`),
    update('scope = NULL'),
    update(`scope = '{ct,mri}'`),
    update(`scope = '{mri}', ${endIn(1)}`),
    update(`status = 'granted', ${endIn(365)}, scope = NULL`),
    update(`status = 'pending', expires_at = expires_at + interval '1 day'`),
    `WITH more AS (${update('scope = NULL')} RETURNING 1) SELECT * FROM more`,
    `MERGE INTO patient_access a USING (VALUES (1)) v (n) ON a.request_id = (SELECT scope_link())
     WHEN MATCHED THEN UPDATE SET scope = NULL`,
  ];

  it.each(giveMore)('refuses without a used code: %s', async (statement) => {
    const scopes = {
      link: mint.link(token),
      'an act without terms': act({}),
      'an act with terms': act({ terms: year }),
      'an act with terms and a code that is not used': act({ terms: year, code }),
      'a code that is sent': act({ newCodeId: randomUUID() }),
    };
    for (const [name, scope] of Object.entries(scopes))
      expect(await db.outcome(scope, statement), name).toBe(insufficientPrivilege);
    const wrong = { id: code.id, mac: sha256('wrong') };
    expect(await afterCode(act({ terms: year, code: wrong }), statement), 'a wrong code').toBe(insufficientPrivilege);
    const terms = { days: 90, examTypes: ['ct', 'xray'] };
    expect(await afterCode(act({ terms, code }), statement), 'other terms').toBe(insufficientPrivilege);
  });

  it('gives what the scope names after the right code, in its transaction and for its patient', async () => {
    const statement = update(`${endIn(365)}, scope = NULL`);
    const scope = act({ terms: year, code });
    expect(await afterCode(scope, statement)).toBe(1);
    const { patientId } = testApp.fixtures.centerA.patient;
    expect(await afterCode(act({ terms: { ...year, patientIds: [patientId] }, code }), statement)).toBe(1);
    expect(await afterCode(act({ terms: { ...year, patientIds: ['other'] }, code }), statement)).toBe(
      insufficientPrivilege,
    );
    const used = `UPDATE link_codes SET used_at = app_now() - interval '1 second' WHERE id = $1`;
    await db.rows(used, [code.id]);
    expect(await afterCode(scope, statement), 'used before').toBe(insufficientPrivilege);
    await db.rows('UPDATE link_codes SET used_at = NULL WHERE id = $1', [code.id]);
    expect(await afterCode(mint.consent(lateToken, { terms: year, code }), statement), 'of another link').toBe(
      insufficientPrivilege,
    );
  });

  it('gives no more days for types that were not chosen, and no more types for days that were not', async () => {
    // the grant is of CT for 30 days
    const longer = { days: 365, examTypes: ['mri'] };
    expect(await afterCode(act({ terms: longer, code }), update(endIn(365)))).toBe(insufficientPrivilege);
    expect(await afterCode(act({ terms: longer, code }), update(`${endIn(365)}, scope = '{mri}'`))).toBe(1);
    const wider = { days: 7, examTypes: null };
    expect(await afterCode(act({ terms: wider, code }), update('scope = NULL'))).toBe(insufficientPrivilege);
    expect(await afterCode(act({ terms: wider, code }), update(`scope = NULL, ${endIn(7)}`))).toBe(1);
    expect(await afterCode(act({ terms: { days: 365 }, code }), update(endIn(365)))).toBe(1);
    expect(await afterCode(act({ terms: { examTypes: null }, code }), update('scope = NULL'))).toBe(1);
  });

  it('ends and narrows by the link alone, and rewrites no answer', async () => {
    const link = mint.link(token);
    const ends = `status = 'revoked', ended_at = app_now()`;
    for (const less of [endIn(7), `${endIn(7)}, scope = '{ct}'`, 'tell_looks = true', ends])
      expect(await db.outcome(link, update(less)), less).toBe(1);
    const rewritten = [
      `granted_at = granted_at - interval '1 day'`,
      `response_date = app_now()`,
      `text_hash = sha256('a')`,
      `language = CASE language WHEN 'el' THEN 'en' ELSE 'el' END`,
      `status = 'pending'`,
      `status = 'revoked', ended_at = app_now() + interval '9 years'`,
      'unlinked_at = app_now()',
      `status = 'revoked', ended_at = '2001-01-01'`,
      `status = 'revoked', ended_at = NULL`,
      `status = 'denied', ended_at = app_now()`,
      `status = 'expired', ended_at = expires_at`,
      `expires_at = '2001-01-01'`,
    ];
    for (const values of rewritten) {
      expect(await db.outcome(link, update(values)), values).toBe(insufficientPrivilege);
      expect(await afterCode(act({ terms: year, code }), update(values)), values).toBe(insufficientPrivilege);
    }
  });

  it('denies a pending request now, and rewrites neither it nor the answer', async () => {
    const link = mint.link(recentToken);
    const deny = `status = 'denied', response_date = app_now(), ended_at = app_now()`;
    expect(await db.outcome(link, update(deny))).toBe(1);
    for (const values of [
      `${deny}, granted_at = '2001-01-01'`,
      `${deny}, text_hash = '\\x01', language = 'en', text_version = 'forged'`,
      `status = 'denied', response_date = '2001-01-01', ended_at = app_now()`,
      `status = 'revoked', granted_at = '2001-01-01', ended_at = app_now()`,
      `granted_at = app_now()`,
    ])
      expect(await db.outcome(link, update(values)), values).toBe(insufficientPrivilege);
    const answer = (values: string) => `UPDATE access_requests SET ${values} WHERE id = (SELECT scope_link())`;
    expect(await db.outcome(link, answer(`answer = 'deny', answered_at = app_now()`))).toBe(1);
    for (const values of [`answer = 'deny', answered_at = '2001-01-01'`, `answered_at = app_now()`])
      expect(await db.outcome(link, answer(values)), values).toBe(insufficientPrivilege);
    expect(await db.outcome(mint.link(token), answer('answer = NULL, answered_at = NULL')), 'answered').toBe(0);
  });

  it('grants nobody of two persons whom the scope does not name', async () => {
    const { centerA } = testApp.fixtures;
    const person = { firstName: 'Νίκη', lastName: 'Σαββίδου', gender: 'Female', dateOfBirth: '2010-05-17' } as const;
    await centerA.client.call(routes.center.registerPatient, { body: { ...person, phone: phoneA } });
    await db.rows(`UPDATE otp_verifications SET created_at = created_at - interval '2 days'`);
    const ofTwo = await requestConsentLink(testApp, testApp.fixtures.doctors.noConsent, phoneA);
    const grant = update(
      `status = 'granted', granted_at = app_now(), response_date = app_now(), text_hash = '\\x00', ${endIn(7)}`,
    );
    const terms = { days: 7, examTypes: null };
    expect(await db.outcome(mint.consent(ofTwo, { terms }), grant)).toBe(insufficientPrivilege);
    const named = { ...terms, patientIds: [centerA.patient.patientId] };
    expect(await db.outcome(mint.consent(ofTwo, { terms: named }), grant), 'the other one').toBe(insufficientPrivilege);
    const only = `${grant} AND public_patient_id = '${centerA.patient.patientId}'`;
    expect(await db.outcome(mint.consent(ofTwo, { terms: named }), only)).toBe(1);
  });

  it('grants a pending request only as the scope names it, and late only after a code', async () => {
    const grant = (days: number, more = '') =>
      update(
        `status = 'granted', granted_at = app_now(), response_date = app_now(), text_hash = '\\x00', scope = '{ct}', ${endIn(days)}${more}`,
      );
    const terms = { days: 7, examTypes: ['ct'] };
    const recent = mint.consent(recentToken, { terms });
    // the doctor of the recent request has another live grant
    await db.rows(`UPDATE patient_access SET status = 'revoked', ended_at = app_now() WHERE status = 'granted'`);
    expect(await db.outcome(recent, grant(7))).toBe(1);
    const refused = [grant(365), grant(7, ', scope = NULL').replace(`scope = '{ct}', `, ''), update(endIn(7))];
    for (const statement of [
      ...refused,
      grant(7).replace('granted_at = app_now()', `granted_at = now() - interval '1 h'`),
    ])
      expect(await db.outcome(recent, statement), statement).toBe(insufficientPrivilege);
    const unchanged = grant(7).replace(endIn(7), 'expires_at = expires_at');
    for (const scope of [mint.link(recentToken), mint.consent(recentToken, {})])
      for (const statement of [grant(7), unchanged])
        expect(await db.outcome(scope, statement)).toBe(insufficientPrivilege);
    for (const part of [{ days: 7 }, { examTypes: ['ct'] }])
      for (const statement of [grant(7), unchanged, grant(7).replace(`scope = '{ct}', `, '')])
        expect(await db.outcome(mint.consent(recentToken, { terms: part }), statement)).toBe(insufficientPrivilege);
    const late = { id: randomUUID(), mac };
    await db.rows(insertLongCode, [late.id, hashSecret(lateToken), mac]);
    await db.storeTries('link_codes', late.id, [mac]);
    expect(await db.outcome(mint.consent(lateToken, { terms }), grant(7))).toBe(insufficientPrivilege);
    expect(await afterCode(mint.consent(lateToken, { terms, code: late }), grant(7))).toBe(1);
    await db.rows(`UPDATE patient_access SET expires_at = app_now() WHERE status = 'pending'`);
    const deny = `status = 'denied', response_date = app_now(), ended_at = app_now()`;
    for (const late of [grant(7), update(deny)])
      expect(await db.outcome(recent, late), 'expired').toBe(insufficientPrivilege);
  });

  it('revives no grant that was revoked or denied', async () => {
    const revive = update(`status = 'granted', ended_at = NULL, ${endIn(365)}, scope = NULL`);
    for (const status of ['revoked', 'denied', 'expired']) {
      await db.rows(
        `UPDATE patient_access SET status = $1, ended_at = app_now() WHERE request_id IN
         (SELECT request_id FROM consent_links WHERE token_hash = $2)`,
        [status, hashSecret(token)],
      );
      expect(await afterCode(act({ terms: year, code }), revive), status).toBe(0);
    }
  });

  it('reads of its patients the given name and an initial alone, not the date of birth that opens own pictures', async () => {
    const { centerA } = testApp.fixtures;
    const names = 'SELECT id, first_name, initial FROM scope_patient_names()';
    const read = async (scope: RowScope) => (await db.as(scope, (client) => client.query(names))).rows;
    const { id, firstName, lastName } = centerA.patient;
    const shown = [{ id, first_name: firstName, initial: lastName.charAt(0) }];
    for (const scope of [mint.link(token), act({ terms: year, code })]) {
      expect(await read(scope)).toEqual(shown);
      expect(await db.outcome(scope, 'SELECT date_of_birth FROM patients')).toBe(0);
    }
    for (const scope of [mint.link('unknown'), await db.doctor(), mint.open()]) expect(await read(scope)).toEqual([]);
  });

  it('chooses no code: neither its digits, its attempts nor when it was used', async () => {
    const scopes = [mint.link(token), act({ terms: year, code }), act({ newCodeId: randomUUID() })];
    const refused = [
      'UPDATE link_codes SET used_at = app_now()',
      `UPDATE link_codes SET code_mac = sha256('a')`,
      'UPDATE link_codes SET attempts = attempts - 1',
      'UPDATE link_codes SET superseded_at = NULL',
      'UPDATE link_codes SET expires_at = app_now()',
      'SELECT code_mac FROM link_codes',
      'SELECT 1 FROM link_codes WHERE code_mac IS NOT NULL',
      'UPDATE consent_links SET created_at = app_now()',
    ];
    for (const scope of scopes)
      for (const statement of refused)
        expect(await db.outcome(scope, statement), statement).toBe(insufficientPrivilege);
    const newCodeId = randomUUID();
    const sending = act({ newCodeId });
    expect(await db.outcome(sending, insertCode, [newCodeId, hashSecret(token), mac])).toBe(1);
    for (const [scope, id, linkToken] of [
      [sending, randomUUID(), token],
      [sending, newCodeId, lateToken],
      [mint.link(token), newCodeId, token],
      [act({ terms: year, code }), newCodeId, token],
    ] as const)
      expect(await db.outcome(scope, insertCode, [id, hashSecret(linkToken), mac])).toBe(insufficientPrivilege);
    const dated = insertCode.replace('expires_at)', 'expires_at, used_at)').replace(/\)$/, ', app_now())');
    for (const more of [
      insertCode.replace('expires_at)', 'expires_at, attempts)').replace(/\)$/, ', -9)'),
      insertLongCode,
    ])
      expect(await db.outcome(sending, more, [newCodeId, hashSecret(token), mac]), more).toBe(insufficientPrivilege);
    expect(await db.outcome(sending, dated, [newCodeId, hashSecret(token), mac])).toBe(insufficientPrivilege);
  });
});
