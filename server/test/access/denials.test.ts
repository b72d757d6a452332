import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../harness/client.ts';
import { waitForJobs } from '../harness/wait-for-jobs.ts';
import { type CastWorld, openCastWorld } from '../harness/world.ts';

/** T-AUD3: what somebody was refused stands in the trail once, and nothing of what they typed. */
describe('a refusal', () => {
  let world: CastWorld;
  beforeAll(async () => {
    world = await openCastWorld();
    await waitForJobs(world); // the cast's messages leave events too
  });
  afterAll(() => world.close());

  const query = async (text: string, values: unknown[] = []) =>
    (await world.house.portal.db.pool.query(text, values)).rows;
  const lastId = async () => Number((await query('SELECT max(id) AS id FROM audit_events'))[0]?.id);
  const refused = async (client: Client, path: string) => {
    const before = await lastId();
    const { status } = await client.raw('GET', path);
    const traces = await query(
      `SELECT e.event, e.outcome, e.object_id, e.details, e::text AS all FROM audit_events e WHERE id > $1`,
      [before],
    );
    return { status, traces };
  };

  it('of another’s record, and of one that is nowhere, leaves one event that looks the same', async () => {
    const { centerA, centerB, doctors } = world.cast;
    const unknown = randomUUID();
    const asked: [Client, string, string][] = [
      ...[centerA.examId, unknown].flatMap((id): [Client, string, string][] => [
        [centerB.client, '/api/download/{id}', id],
        [doctors.noConsent.client, '/api/download/{id}', id],
        [centerB.client, '/api/exams/{id}', id],
      ]),
    ];
    for (const [client, route, id] of asked) {
      const { status, traces } = await refused(client, route.replace('{id}', id));
      expect(status).toBe(404);
      expect(traces).toMatchObject([
        { event: 'denied', outcome: 'denied', object_id: id, details: { route, code: 'not_found' } },
      ]);
    }
  });

  it('says of a doctor whose grant ended that it ended', async () => {
    const { centerA, doctors } = world.cast;
    const { status, traces } = await refused(doctors.revoked.client, `/api/download/${centerA.examId}`);
    expect(status).toBe(403);
    expect(traces).toMatchObject([{ event: 'denied', details: { code: 'access_revoked' } }]);
  });

  it('by role leaves one event', async () => {
    const { status, traces } = await refused(world.cast.admin, '/api/medical-center/patients');
    expect(status).toBe(403);
    expect(traces).toMatchObject([{ event: 'denied', details: { code: 'forbidden' } }]);
  });

  it('keeps nothing that was typed into an address', async () => {
    const { status, traces } = await refused(
      world.cast.centerB.client,
      `/api/medical-center/patients/${encodeURIComponent('Παπαδοπούλου-Κανάρια')}`,
    );
    expect(status).toBe(404);
    expect(traces).toHaveLength(1);
    expect(traces[0]?.all).not.toMatch(/Παπαδοπούλου|Κανάρια|%CE/);
  });
});
