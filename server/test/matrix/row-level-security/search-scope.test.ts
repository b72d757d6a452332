import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mint } from '../../../src/domain/authorization/scope.ts';
import type { RowScope } from '../../../src/platform/db/row-scope.ts';
import { startTestAppWithFixtures, type TestAppWithFixtures } from '../../harness/start-test-app.ts';
import { ApplicationDatabase } from './application-database.ts';

/** Searches run as a role that reads all rows. What a caller sends must not tell of rows outside its scope. */
describe('a search in the database', () => {
  let testApp: TestAppWithFixtures;
  let db: ApplicationDatabase;
  beforeAll(async () => {
    testApp = await startTestAppWithFixtures();
    db = new ApplicationDatabase(testApp);
  });
  afterAll(() => testApp.close());

  const planned = ['enable_nestloop', 'enable_seqscan', 'enable_indexscan', 'enable_bitmapscan', 'enable_hashjoin'];

  /** Runs a search with each kind of plan. Returns its rows' count, or error, of each. */
  async function search(scope: RowScope, statement: string, values: unknown[]): Promise<unknown[]> {
    const outcomes: unknown[] = [];
    for (const kind of planned)
      outcomes.push(
        await db.as(scope, async (client) => {
          await client.query(`SET LOCAL ${kind} = off`);
          return await client.query(statement, values).then(({ rowCount }) => rowCount, String);
        }),
      );
    return outcomes;
  }

  it('answers the same for a pattern that begins with a foreign patient’s name and one that does not', async () => {
    const { centerA, centerB, doctors } = testApp.fixtures;
    const [row] = await db.rows('SELECT name_key FROM patients WHERE id = $1', [centerB.patient.id]);
    const name = String(row?.name_key);
    const doctor = await db.doctor(doctors.noConsent);
    const center = await db.centerA();
    const searches: [RowScope, string, string][] = [
      [doctor, 'SELECT search_grants($1, $2, NULL, NULL, 10)', doctors.noConsent.id],
      [center, 'SELECT search_patients($1, $2, NULL, NULL, true, 10)', centerA.id],
      [center, 'SELECT search_exams($1, $2, NULL, NULL, NULL, NULL, NULL, NULL, 10)', centerA.id],
      [center, 'SELECT studies_by_name($1, $2, 10)', centerA.id],
    ];
    for (const [scope, statement, id] of searches)
      for (const prefix of [name.slice(0, 4), 'zzzz'])
        for (const end of ['%\\', '\\', '%\\%'])
          expect(
            await search(scope, statement, [id, JSON.stringify([[prefix + end]])]),
            `${statement} ${prefix}${end}`,
          ).toEqual(planned.map(() => 0));
    for (const pattern of [`${name.slice(0, 4)}%`, '%'])
      expect(await search(doctor, searches[0]?.[1] ?? '', [doctors.noConsent.id, JSON.stringify([[pattern]])])).toEqual(
        planned.map(() => 0),
      );
  });

  it('of all exams is for the jobs that go through all of them, not for the indexing of one', async () => {
    const { centerA, centerB } = testApp.fixtures;
    await db.rows(`UPDATE exams SET scan_state = 'waiting'`);
    const counts = [
      'SELECT exams_to_verify(NULL, 100)',
      'SELECT exams_to_image(9999, true, NULL, 100)',
      `SELECT exams_to_scan('waiting', 100)`,
      'SELECT 1 WHERE release_unscanned(10000) > 0',
    ];
    const renew = `INSERT INTO scanner_heartbeat (seen_at) VALUES (app_now() - interval '2 days')`;
    const change = `UPDATE scanner_heartbeat SET seen_at = app_now() - interval '2 days'`;
    const all = mint.system('imaging');
    const one = mint.imaging(centerA.examId);
    expect(await db.outcome(one, renew)).not.toBe(1);
    expect(await db.outcome(all, renew)).toBe(1);
    for (const statement of counts) {
      expect(await db.outcome(one, statement), statement).toBe(0);
      expect(await db.outcome(all, statement), statement).toBeGreaterThan(0);
    }
    await db.rows('INSERT INTO scanner_heartbeat (seen_at) VALUES (now())');
    expect(await db.outcome(one, change)).toBe(0);
    expect(await db.outcome(one, `UPDATE exams SET scan_state = 'none' WHERE id = $1`, [centerB.examId])).toBe(0);
  });
});
