import { sql } from 'kysely';
import { expect } from 'vitest';
import { systemScope } from '../../src/domain/authorization/authorize.ts';
import type { Tx } from '../../src/domain/database.ts';
import type { DoctorFixture } from '../harness/fixtures.ts';
import type { TestApp } from '../harness/start-test-app.ts';
import { issueDocument } from './issue-document.ts';

/**
 * Issues documents of one series at once, of which a tenth is rolled back and 3 % lose their connection. Their numbers must
 * be 1 to n, with days that never fall.
 */
export async function expectNumbersWithoutGaps(
  testApp: TestApp,
  { userId }: Pick<DoctorFixture, 'userId'>,
  { documents, concurrency }: { documents: number; concurrency: number },
): Promise<void> {
  const { db } = testApp.app.context;
  const ends = { committed: 0, rolledBack: 0, ended: 0 };
  let started = 0;
  /** Ends the connection of a transaction at the server, which answers nothing more. */
  const endConnection = async (tx: Tx) => {
    const { rows } = await sql<{ pid: number }>`SELECT pg_backend_pid() AS pid`.execute(tx);
    await testApp.superuser.query('SELECT pg_terminate_backend($1, 5000)', [rows[0]?.pid]);
  };
  const issueNext = async (): Promise<void> => {
    const turn = started;
    started += 1;
    if (turn >= documents) return;
    const end = turn % 10 === 3 ? 'rolledBack' : turn % 33 === 7 ? 'ended' : 'committed';
    const work = db.within(systemScope('billing'), async (tx) => {
      await issueDocument(testApp, tx, userId, 'RACE');
      if (end === 'rolledBack') throw new Error('rolled back');
      if (end === 'ended') await endConnection(tx);
    });
    await (end === 'committed' ? work : expect(work).rejects.toThrow());
    ends[end] += 1;
    await issueNext();
  };
  await Promise.all(Array.from({ length: concurrency }, issueNext));
  expect(ends.rolledBack * ends.ended).toBeGreaterThan(0);
  const { rows } = await testApp.superuser.query(
    `SELECT number, issued_on::text AS day FROM invoices WHERE series = 'RACE' ORDER BY year, number`,
  );
  expect(rows.map(({ number }) => number)).toEqual(Array.from({ length: ends.committed }, (_, index) => index + 1));
  const days = rows.map(({ day }) => day);
  expect(days).toEqual([...days].sort());
}
