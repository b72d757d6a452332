import { createHash, randomUUID } from 'node:crypto';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mint } from '../../../../src/domain/authorization/scope.ts';
import { phoneIndex } from '../../../../src/domain/patients/encrypted-columns.ts';
import { hashSecret } from '../../../../src/platform/crypto/hash-secret.ts';
import type { RowScope } from '../../../../src/platform/db/row-scope.ts';
import { phoneA } from '../../../harness/fixtures.ts';
import { startTestAppWithFixtures, type TestAppWithFixtures } from '../../../harness/start-test-app.ts';
import { ApplicationDatabase, insufficientPrivilege } from '../application-database.ts';

/** A secret with few possible values, whose tries the database counts. */
interface CountedSecret {
  /** The scope of a request in which the right or the wrong value was entered. */
  scopeOf: (isRight: boolean) => RowScope | Promise<RowScope>;
  count: string;
  /** Returns true for the right value. */
  compare: string;
  table: 'otp_verifications' | 'link_codes';
  id: string;
  counter: string;
}

const sha256 = (text: string) => createHash('sha256').update(text).digest();
const [right, wrong] = [sha256('the MAC of the right code'), sha256('the MAC of a wrong code')];
const secretHash = hashSecret('the secret of own pictures');
const ids = { request: randomUUID(), change: randomUUID(), overview: randomUUID(), own: randomUUID() };

let testApp: TestAppWithFixtures;
let db: ApplicationDatabase;

/** What a statement smuggled into a request learns of a code or date of birth whose try is not counted for good. */
describe('a counted try', () => {
  let index: Buffer;
  let token: string;
  beforeAll(async () => {
    testApp = await startTestAppWithFixtures();
    db = new ApplicationDatabase(testApp);
    token = testApp.fixtures.consentToken;
    index = phoneIndex(testApp.app.context.keys, phoneA);
    await db.rows('UPDATE medical_centers SET own_viewing_days = 0');
    await db.rows(
      `INSERT INTO otp_verifications (id, doctor_id, phone_index, phone_sealed, phone_last3, code_mac, expires_at)
       VALUES ($1, $2, $3, '\\x00', '000', $4, app_now() + interval '1 year')`,
      [ids.request, testApp.fixtures.doctors.noConsent.id, index, right],
    );
    const insert = `INSERT INTO link_codes (id, token_hash, purpose, phone_index, code_mac, session_hash, used_at, expires_at)
      VALUES ($1, $2, $3, $4, $5, $6, $7, app_now() + interval '1 year')`;
    const [link, now] = [hashSecret(token), testApp.clock.now()];
    await db.rows(insert, [ids.change, link, 'change', null, right, null, null]);
    await db.rows(insert, [ids.overview, link, 'overview', index, right, null, null]);
    await db.rows(insert, [ids.own, link, 'own', index, null, secretHash, now]);
  });
  afterAll(() => testApp.close());

  const macOf = (isRight: boolean) => (isRight ? right : wrong);
  const codeOfLink = (id: string, sessionHash?: Buffer): CountedSecret => ({
    scopeOf: (isRight) =>
      mint.consent(token, { code: { id, mac: macOf(isRight) }, ...(sessionHash && { sessionHash }) }),
    count: 'SELECT count_link_try()',
    compare: 'SELECT use_link_code() AS answer',
    table: 'link_codes',
    id,
    counter: 'attempts',
  });
  const secrets: Record<string, CountedSecret> = {
    'the code of a request for consent': {
      scopeOf: async (isRight) =>
        mint.matching(await db.doctor(), {
          phoneIndex: index,
          linkHash: Buffer.alloc(32),
          code: { id: ids.request, mac: macOf(isRight) },
        }),
      count: 'SELECT count_code_try()',
      compare: 'SELECT verify_code() AS answer',
      table: 'otp_verifications',
      id: ids.request,
      counter: 'attempts',
    },
    'the code of a consent link': codeOfLink(ids.change),
    'the code for the list of a phone’s grants': codeOfLink(ids.overview, sha256('a secret')),
    'the date of birth': {
      scopeOf: (isRight) => {
        const { patientId } = testApp.fixtures.centerA.patient;
        return mint.own('the secret of own pictures', {
          patientId,
          dateOfBirth: isRight ? '1950-05-17' : '1950-05-18',
        });
      },
      count: 'SELECT count_birth_date_try()',
      compare: 'SELECT EXISTS (SELECT FROM open_own_pictures() WHERE patient IS NOT NULL) AS answer',
      table: 'link_codes',
      id: ids.own,
      counter: 'birth_date_attempts',
    },
  };

  const countOf = async ({ table, id, counter }: CountedSecret) =>
    Number((await db.rows(`SELECT ${counter} AS count FROM ${table} WHERE id = $1`, [id]))[0]?.count);
  const isRight = async (client: pg.PoolClient, { compare }: CountedSecret) =>
    Boolean((await client.query(compare)).rows[0]?.answer);
  /** Ends the transaction, and begins one with the same scope, as a smuggled statement can. */
  const beginAgain = async (client: pg.PoolClient, end: 'COMMIT' | 'ROLLBACK') => {
    const names = ['medcloud.scope', 'medcloud.clock_offset_ms'];
    const { rows } = await client.query(
      'SELECT n AS name, current_setting(n, true) AS value FROM unnest($1::text[]) n',
      [names],
    );
    for (const statement of [end, 'BEGIN']) await client.query(statement);
    for (const { name, value } of rows) await client.query('SELECT set_config($1, $2, true)', [name, value]);
  };

  describe.each(Object.keys(secrets))('of %s', (name) => {
    const secret = () => {
      const found = secrets[name];
      if (found === undefined) throw new Error(`There is no secret: ${name}`);
      return found;
    };

    it.each<[string, (client: pg.PoolClient, count: string) => Promise<unknown>]>([
      ['none', async () => undefined],
      ['in its own transaction', (client, count) => client.query(count)],
      [
        'in a savepoint',
        async (client, count) => {
          for (const statement of ['SAVEPOINT a', count, 'RELEASE a']) await client.query(statement);
        },
      ],
      [
        'in a block with EXCEPTION',
        async (client, count) => {
          const inBlock = count.replace('SELECT', 'PERFORM');
          await client.query(`DO $$ BEGIN ${inBlock}; EXCEPTION WHEN others THEN NULL; END $$`);
        },
      ],
      [
        'that is rolled back',
        async (client, count) => {
          await client.query(count);
          await beginAgain(client, 'ROLLBACK');
        },
      ],
      [
        'that is rolled back to a savepoint, in a transaction that commits',
        async (client, count) => {
          for (const statement of ['SAVEPOINT a', count, 'ROLLBACK TO a']) await client.query(statement);
          await beginAgain(client, 'COMMIT');
        },
      ],
    ])('tells nothing with a count %s', async (_, count) => {
      const before = await countOf(secret());
      const answer = await db.as(await secret().scopeOf(true), async (client) => {
        await count(client, secret().count);
        return await isRight(client, secret());
      });
      expect(answer).toBe(false);
      expect(await countOf(secret())).toBe(before);
    });

    it('tells nothing of another value than the one that was counted', async () => {
      await db.as(await secret().scopeOf(false), async (client) => {
        await client.query(secret().count);
        await client.query('COMMIT');
      });
      const before = await countOf(secret());
      for (const entered of [true, false])
        expect(await db.as(await secret().scopeOf(entered), (client) => isRight(client, secret()))).toBe(false);
      expect(await countOf(secret())).toBe(before);
    });

    it('is kept when the transaction that compares it fails', async () => {
      const before = await countOf(secret());
      const answer = await db.as(await secret().scopeOf(true), async (client) => {
        await client.query(secret().count);
        await beginAgain(client, 'COMMIT');
        return await isRight(client, secret());
      });
      expect(answer).toBe(true);
      expect(await countOf(secret())).toBe(before + 1);
    });

    it('is compared by no other statement', async () => {
      for (const mac of [right, wrong])
        for (const statement of ['UPDATE otp_verifications SET code_mac = $1', 'UPDATE link_codes SET code_mac = $1'])
          expect(await db.outcome(await secret().scopeOf(true), statement, [mac])).toBe(insufficientPrivilege);
    });
  });
});
