import { createHash, randomUUID } from 'node:crypto';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { MatchedPhone } from '../../../../src/domain/authorization/given.ts';
import { mint } from '../../../../src/domain/authorization/scope.ts';
import { phoneIndex } from '../../../../src/domain/patients/encrypted-columns.ts';
import { phoneA, phoneB } from '../../../harness/fixtures.ts';
import { startTestAppWithFixtures, type TestAppWithFixtures } from '../../../harness/start-test-app.ts';
import { ApplicationDatabase, insufficientPrivilege } from '../application-database.ts';

const sha256 = (text: string) => createHash('sha256').update(text).digest();

/** What a statement smuggled into a request for access, or into a link that is sent again, could grant. */
describe('the scope of a request for consent', () => {
  let testApp: TestAppWithFixtures;
  let db: ApplicationDatabase;
  let index: Buffer;
  let codeId: string;
  const linkHash = sha256('a token that only the SMS has');
  const mac = sha256('the MAC of the right code');
  beforeAll(async () => {
    testApp = await startTestAppWithFixtures();
    db = new ApplicationDatabase(testApp);
    index = phoneIndex(testApp.app.context.keys, phoneA);
    codeId = randomUUID();
    await db.rows(
      `INSERT INTO otp_verifications (id, doctor_id, phone_index, phone_sealed, phone_last3, code_mac, attempts, expires_at)
       VALUES ($1, $2, $3, '\\x00', '000', $4, 3, app_now() + interval '1 year')`,
      [codeId, testApp.fixtures.doctors.noConsent.id, index, mac],
    );
    await db.storeTries('otp_verifications', codeId, [mac, sha256('wrong')]);
  });
  afterAll(() => testApp.close());

  const matching = async (change: Partial<MatchedPhone> = {}) =>
    mint.matching(await db.doctor(), { phoneIndex: index, linkHash, ...change });

  const insertRequest = (phone = 'o.phone_index') =>
    `INSERT INTO access_requests (id, otp_id, doctor_id, phone_index, phone_last3, language, expires_at)
     SELECT gen_random_uuid(), o.id, o.doctor_id, ${phone}, o.phone_last3, 'el', app_now() + interval '1 day'
     FROM otp_verifications o WHERE o.id = $1`;
  const insertAccess = `INSERT INTO patient_access (id, request_id, doctor_id, patient_id, center_id, public_patient_id, access_token, expires_at)
     SELECT gen_random_uuid(), r.id, r.doctor_id, $2::uuid, $3::uuid, $4, gen_random_uuid(), app_now() + interval '1 day'
     FROM access_requests r WHERE r.otp_id = $1`;
  const insertLink =
    'INSERT INTO consent_links (token_hash, request_id) SELECT $2, r.id FROM access_requests r WHERE r.otp_id = $1';
  const setUp = async (client: pg.PoolClient) => {
    await client.query('SELECT verify_code()');
    await client.query(insertRequest(), [codeId]);
  };
  const patientOf = ({ id, patient }: TestAppWithFixtures['fixtures']['centerA' | 'centerB']) => [
    patient.id,
    id,
    patient.patientId,
  ];

  it('verifies no code without its MAC, and shows no MAC', async () => {
    const scopes = {
      'that sends a code': await matching(),
      'of a wrong code': await matching({ code: { id: codeId, mac: sha256('wrong') } }),
      'of the code of another number': await matching({ phoneIndex: sha256('other'), code: { id: codeId, mac } }),
      'of the doctor': await db.doctor(),
    };
    for (const [name, scope] of Object.entries(scopes)) {
      const outcomes = await db.as(scope, (client) => client.query('SELECT verify_code() AS done'));
      expect(outcomes.rows, name).toEqual([{ done: false }]);
      const refused = [
        'UPDATE otp_verifications SET verified_at = app_now()',
        `UPDATE otp_verifications SET code_mac = sha256('a')`,
        'UPDATE otp_verifications SET attempts = 0',
        'SELECT code_mac FROM otp_verifications',
        'SELECT 1 FROM otp_verifications WHERE code_mac IS NOT NULL',
      ];
      for (const statement of refused)
        expect(await db.outcome(scope, statement), `${name}: ${statement}`).toBe(insufficientPrivilege);
      expect(await db.outcome(scope, insertRequest(), [codeId]), name).toBe(insufficientPrivilege);
    }
  });

  it('adds a code only for its own number, unverified, before a code is entered', async () => {
    const insert = `INSERT INTO otp_verifications (id, doctor_id, phone_index, phone_sealed, phone_last3, code_mac, expires_at)
      VALUES ($4, $1, $2, '\\x00', '000', $3, app_now() + interval '1 hour')`;
    const { id } = testApp.fixtures.doctors.noConsent;
    const fresh = sha256('a number without an open code');
    const newCodeId = randomUUID();
    const sending = await matching({ phoneIndex: fresh, newCodeId });
    expect(await db.outcome(sending, insert, [id, fresh, mac, newCodeId])).toBe(1);
    const other = phoneIndex(testApp.app.context.keys, phoneB);
    for (const values of [
      [id, other, mac, newCodeId],
      [testApp.fixtures.doctors.consent.id, fresh, mac, newCodeId],
      // an id of which the MAC of a code was seen when it was entered
      [id, fresh, mac, randomUUID()],
    ])
      expect(await db.outcome(sending, insert, values)).toBe(insufficientPrivilege);
    for (const column of ['verified_at', 'created_at', 'superseded_at']) {
      const dated = insert.replace('expires_at)', `expires_at, ${column})`).replace(/\)$/, ', app_now())');
      expect(await db.outcome(sending, dated, [id, fresh, mac, newCodeId]), column).toBe(insufficientPrivilege);
    }
    const long = insert.replace('1 hour', '1 year');
    expect(await db.outcome(sending, long, [id, fresh, mac, newCodeId])).toBe(insufficientPrivilege);
    for (const scope of [await matching(), await db.doctor(), await matching({ newCodeId, code: { id: codeId, mac } })])
      expect(await db.outcome(scope, insert, [id, index, mac, newCodeId])).toBe(insufficientPrivilege);
  });

  it('requests, after the right code, only the patients of its number, by the link of its SMS', async () => {
    const { centerA, centerB } = testApp.fixtures;
    const scope = await matching({ code: { id: codeId, mac } });
    const attempt = (statement: string, values: unknown[]) =>
      db.as(scope, async (client) => {
        await setUp(client);
        return await client.query(statement, values).then(
          ({ rowCount }) => rowCount,
          (error: { code: string }) => error.code,
        );
      });
    expect(await attempt(insertAccess, [codeId, ...patientOf(centerA)])).toBe(1);
    expect(await attempt(insertAccess, [codeId, ...patientOf(centerB)])).toBe(insufficientPrivilege);
    const patient = [codeId, ...patientOf(centerA)];
    expect(await attempt(insertAccess.replace('1 day', '1 year'), patient)).toBe(insufficientPrivilege);
    for (const column of ['granted_at', 'response_date', 'ended_at', 'unlinked_at']) {
      const answered = insertAccess
        .replace('expires_at)', `expires_at, ${column})`)
        .replace('FROM', ', app_now() FROM');
      expect(await attempt(answered, patient), column).toBe(insufficientPrivilege);
    }
    const long = insertRequest().replace('1 day', '1 year');
    expect(
      await db.as(scope, async (client) => {
        await client.query('SELECT verify_code()');
        return await client.query(long, [codeId]).catch((error: { code: string }) => error.code);
      }),
    ).toBe(insufficientPrivilege);
    expect(await attempt(insertLink, [codeId, linkHash])).toBe(1);
    expect(await attempt(insertLink, [codeId, sha256('mytoken')])).toBe(insufficientPrivilege);
    expect(await attempt(insertRequest(`sha256('other')`), [codeId])).toBe(insufficientPrivilege);
    const patients = 'SELECT 1 FROM patients_of_phone($1)';
    expect(await attempt(patients, [index])).toBe(1);
    expect(await attempt(patients, [phoneIndex(testApp.app.context.keys, phoneB)])).toBe(0);
  });

  it('opens nothing by the link that it creates', async () => {
    const scopes = [await matching(), await matching({ code: { id: codeId, mac } })];
    for (const scope of scopes)
      expect((await db.as(scope, (client) => client.query('SELECT scope_link_hash() AS hash'))).rows).toEqual([
        { hash: null },
      ]);
  });

  it('adds a block link only for its own number and token', async () => {
    const insert = `INSERT INTO block_links (token_hash, doctor_id, phone_index, language) VALUES ($1, $2, $3, 'el')`;
    const { id } = testApp.fixtures.doctors.noConsent;
    expect(await db.outcome(await matching(), insert, [linkHash, id, index])).toBe(1);
    expect(await db.outcome(await matching(), insert, [sha256('mine'), id, index])).toBe(insufficientPrivilege);
    expect(await db.outcome(await matching(), insert, [linkHash, id, sha256('other')])).toBe(insufficientPrivilege);
  });

  it('lets a center add only the link that it sends again, for a grant of that patient', async () => {
    const { centerA, centerB } = testApp.fixtures;
    const [grant] = await db.rows(
      `SELECT id, request_id FROM patient_access WHERE center_id = $1 AND status = 'granted'`,
      [centerA.id],
    );
    const insert = 'INSERT INTO consent_links (token_hash, request_id, access_id) VALUES ($1, $2, $3)';
    const values = [linkHash, grant?.request_id, grant?.id];
    const center = await db.centerA();
    const resending = (patientId: string) => mint.resending(center, { patientId, linkHash });
    const own = resending(centerA.patient.id);
    expect(await db.outcome(own, insert, values)).toBe(1);
    for (const other of [
      [sha256('mine'), grant?.request_id, grant?.id],
      [linkHash, grant?.request_id, null],
    ])
      expect(await db.outcome(own, insert, other)).toBe(insufficientPrivilege);
    const sessionId = await db.sessionIdOf('center_id = $1', [centerB.id]);
    const foreign = await db.centerA({ sessionId });
    const scopes = [
      center,
      resending(randomUUID()),
      mint.resending(foreign, { patientId: centerA.patient.id, linkHash }),
      await matching(),
    ];
    for (const scope of scopes) expect(await db.outcome(scope, insert, values)).toBe(insufficientPrivilege);
    expect(await db.outcome(own, 'SELECT 1 FROM access_requests')).toBe(0);
  });
});
