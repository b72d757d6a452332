import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../harness/client.ts';
import { startTestAppWithFixtures, type TestAppWithFixtures } from '../harness/start-test-app.ts';
import { waitForJobs } from '../harness/wait-for-jobs.ts';

/** T-AUD3: what somebody was refused stands in the trail once, and nothing of what they typed. */
describe('a refusal', () => {
  let testApp: TestAppWithFixtures;
  beforeAll(async () => {
    testApp = await startTestAppWithFixtures();
    await waitForJobs(testApp); // the cast's messages leave events too
  });
  afterAll(() => testApp.close());

  const query = async (text: string, values: unknown[] = []) =>
    (await testApp.app.context.db.pool.query(text, values)).rows;
  const lastId = async () => Number((await query('SELECT max(id) AS id FROM audit_events'))[0]?.id);
  const refused = async (client: Client, path: string) => {
    const before = await lastId();
    const { status } = await client.raw('GET', path);
    const denialEvents = await query(
      `SELECT e.event, e.outcome, e.object_id, e.details, e::text AS all FROM audit_events e WHERE id > $1`,
      [before],
    );
    return { status, denialEvents };
  };

  it('of another’s record, and of one that is nowhere, leaves one event that looks the same', async () => {
    const { centerA, centerB, doctors } = testApp.fixtures;
    const unknown = randomUUID();
    const cases: [Client, string, string][] = [
      ...[centerA.examId, unknown].flatMap((id): [Client, string, string][] => [
        [centerB.client, '/api/download/{id}', id],
        [doctors.noConsent.client, '/api/download/{id}', id],
        [centerB.client, '/api/exams/{id}', id],
      ]),
    ];
    for (const [client, route, id] of cases) {
      const { status, denialEvents } = await refused(client, route.replace('{id}', id));
      expect(status).toBe(404);
      expect(denialEvents).toMatchObject([
        { event: 'denied', outcome: 'denied', object_id: id, details: { route, code: 'not_found' } },
      ]);
    }
  });

  it('says of a doctor whose grant ended that it ended', async () => {
    const { centerA, doctors } = testApp.fixtures;
    const { status, denialEvents } = await refused(doctors.revoked.client, `/api/download/${centerA.examId}`);
    expect(status).toBe(403);
    expect(denialEvents).toMatchObject([{ event: 'denied', details: { code: 'access_revoked' } }]);
  });

  it('by role leaves one event', async () => {
    const { status, denialEvents } = await refused(testApp.fixtures.admin, '/api/medical-center/patients');
    expect(status).toBe(403);
    expect(denialEvents).toMatchObject([{ event: 'denied', details: { code: 'forbidden' } }]);
  });

  it('keeps nothing that was typed into an address', async () => {
    const { status, denialEvents } = await refused(
      testApp.fixtures.centerB.client,
      `/api/medical-center/patients/${encodeURIComponent('Παπαδοπούλου-Κανάρια')}`,
    );
    expect(status).toBe(404);
    expect(denialEvents).toHaveLength(1);
    expect(denialEvents[0]?.all).not.toMatch(/Παπαδοπούλου|Κανάρια|%CE/);
  });
});
