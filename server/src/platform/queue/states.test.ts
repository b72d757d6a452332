import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listStatePairs, listUnpairedActs } from '../../../test/harness/state-pairs.ts';
import { retryDeadJob } from './dead-jobs.ts';
import { type ClaimedJob, claimJobs, finishJob, releaseJobs, returnJob, scheduleNextRun } from './statements.ts';
import { jobTransitions } from './states.ts';
import { QueueFixture } from './test-queue-fixture.ts';

describe('jobTransitions', () => {
  let fixture: QueueFixture;
  beforeAll(async () => {
    fixture = await QueueFixture.open();
  });
  afterAll(() => fixture.close());

  const acts: Record<string, (job: ClaimedJob) => Promise<unknown>> = {
    claim: () => claimJobs(fixture.statements, { kinds: ['states'], limit: 1, leaseMs: 60_000, offsetMs: 0 }),
    finish: (job) => finishJob(fixture.statements, job),
    release: (job) => releaseJobs(fixture.statements, [job]),
    repeat: (job) => scheduleNextRun(fixture.statements, job, null, 0),
    fail: (job) => returnJob(fixture.statements, job, 'Error', 0),
    retry: (job) => retryDeadJob(fixture.statements, job.id),
  };
  /** The job's last attempt, or another waiting job with its key, decides between two targets. */
  const pairs = listStatePairs(jobTransitions, acts).flatMap(({ targets, ...pair }) =>
    targets.map((to, index) => ({ ...pair, to, isLast: index === 1 })),
  );

  it('names every act that the database is asked for, and no other', () => {
    expect(listUnpairedActs(jobTransitions, acts)).toEqual([]);
  });

  it.each(pairs)('leads from $from by $name to $to in the database', async ({ from, name: act, isLast, to }) => {
    await fixture.pool.query('DELETE FROM jobs');
    const lease = crypto.randomUUID();
    const { rows } = await fixture.pool.query(
      `INSERT INTO jobs (kind, payload, key, state, lease, attempts, max_attempts, every_ms, due_at)
       VALUES ('states', 'null', 'k', $1, $2, 1, $3, $4, now() - interval '1 min') RETURNING id::text`,
      [
        from === 'finished' ? 'waiting' : from,
        from === 'running' ? lease : null,
        isLast ? 1 : 2,
        act === 'repeat' && from !== 'dead' ? 1_000 : null,
      ],
    );
    const { id } = rows[0];
    if (from === 'finished') await fixture.pool.query('DELETE FROM jobs');
    if (from === 'dead' && isLast)
      await fixture.pool.query(`INSERT INTO jobs (kind, payload, key) VALUES ('states', 'null', 'k')`);
    const job = { id, kind: 'states', payload: null, attempt: 1, lease, maxAttempts: 2, isRepeating: false };
    await acts[act]?.({ ...job, isLastAttempt: isLast });
    const found = await fixture.pool.query('SELECT state, lease FROM jobs WHERE id = $1', [id]);
    expect(found.rows[0]?.state ?? 'finished').toBe(to);
    if (act === 'claim' && to === 'running') expect(found.rows[0]?.lease).not.toBe(lease);
  });

  it.each(['finish', 'release', 'repeat', 'fail'])('refuses %s with the lease of an earlier worker', async (act) => {
    await fixture.pool.query('DELETE FROM jobs');
    const { rows } = await fixture.pool.query(
      `INSERT INTO jobs (kind, payload, state, lease, every_ms)
       VALUES ('states', 'null', 'running', gen_random_uuid(), 1000) RETURNING id::text`,
    );
    const job = { id: rows[0].id, kind: 'states', payload: null, attempt: 1, maxAttempts: 2, isRepeating: true };
    await acts[act]?.({ ...job, lease: crypto.randomUUID(), isLastAttempt: false });
    expect(await fixture.listStates()).toEqual(['running']);
  });

  it('claims no running job before its lease expires', async () => {
    await fixture.pool.query('DELETE FROM jobs');
    await fixture.pool.query(
      `INSERT INTO jobs (kind, payload, state, lease, due_at)
       VALUES ('states', 'null', 'running', gen_random_uuid(), now() + interval '1 min')`,
    );
    expect(await claimJobs(fixture.statements, { kinds: ['states'], limit: 1, leaseMs: 60_000, offsetMs: 0 })).toEqual(
      [],
    );
  });
});
