import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../harness/client.ts';
import { startTestAppWithFixtures, type TestAppWithFixtures } from '../harness/start-test-app.ts';
import { waitForJobs } from '../harness/wait-for-jobs.ts';

/** T-AUD3: the audit chain has one event for each denied request and nothing the client typed. */
describe('denied request', () => {
  let testApp: TestAppWithFixtures;
  beforeAll(async () => {
    testApp = await startTestAppWithFixtures();
    await waitForJobs(testApp); // jobs of the fixtures also write events
  });
  afterAll(() => testApp.close());

  const query = async (text: string, values: unknown[] = []) => (await testApp.superuser.query(text, values)).rows;
  const lastId = async () => Number((await query('SELECT max(id) AS id FROM audit_events'))[0]?.id);
  const getDenied = async (client: Client, path: string) => {
    const before = await lastId();
    const { status } = await client.raw('GET', path);
    const denialEvents = await query(
      `SELECT e.event, e.outcome, e.object_id, e.details, e::text AS all FROM audit_events e WHERE id > $1`,
      [before],
    );
    return { status, denialEvents };
  };

  it("writes the same single event for another center's record and for one that does not exist", async () => {
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
      const { status, denialEvents } = await getDenied(client, route.replace('{id}', id));
      expect(status).toBe(404);
      expect(denialEvents).toMatchObject([
        { event: 'denied', outcome: 'denied', object_id: id, details: { route, code: 'not_found' } },
      ]);
    }
  });

  it('writes one event for all exams of a list that the caller may not see, with how many it never could', async () => {
    const { centerA, centerB, doctors } = testApp.fixtures;
    const list = (ids: string[]) => `/api/exams/thumbnails?ids=${ids.join(',')}`;
    const nobodys = [randomUUID(), randomUUID()];
    const denial = (exams: number, unknown: number) => ({
      route: '/api/exams/thumbnails',
      code: 'not_found',
      exams,
      unknown,
    });
    const cases: [Client, string[], object[]][] = [
      [centerA.client, [centerA.examId], []],
      [doctors.consent.client, [centerA.examId], []],
      [centerB.client, [centerA.examId], [{ object_id: centerA.examId, details: denial(1, 1) }]],
      [centerB.client, [centerA.examId.toUpperCase(), ...nobodys, centerB.examId], [{ details: denial(3, 3) }]],
      [doctors.noConsent.client, [centerA.examId], [{ object_id: centerA.examId, details: denial(1, 1) }]],
      // a list that was open while the patient revoked
      [doctors.revoked.client, [centerA.examId], [{ object_id: centerA.examId, details: denial(1, 0) }]],
      [doctors.expired.client, [centerA.examId, ...nobodys], [{ object_id: null, details: denial(3, 2) }]],
    ];
    for (const [client, ids, expected] of cases) {
      const { status, denialEvents } = await getDenied(client, list(ids));
      expect(status).toBe(200);
      expect(denialEvents.filter(({ event }) => event === 'denied')).toMatchObject(expected);
      expect(denialEvents).toHaveLength(expected.length);
    }
  });

  it('records access_revoked for a doctor whose grant was revoked', async () => {
    const { centerA, doctors } = testApp.fixtures;
    const { status, denialEvents } = await getDenied(doctors.revoked.client, `/api/download/${centerA.examId}`);
    expect(status).toBe(403);
    expect(denialEvents).toMatchObject([{ event: 'denied', details: { code: 'access_revoked' } }]);
  });

  it('writes one event for a denial by role', async () => {
    const { status, denialEvents } = await getDenied(testApp.fixtures.admin, '/api/medical-center/patients');
    expect(status).toBe(403);
    expect(denialEvents).toMatchObject([{ event: 'denied', details: { code: 'forbidden' } }]);
  });

  it('stores nothing that was typed into the path', async () => {
    const { status, denialEvents } = await getDenied(
      testApp.fixtures.centerB.client,
      `/api/medical-center/patients/${encodeURIComponent('Παπαδοπούλου-Κανάρια')}`,
    );
    expect(status).toBe(404);
    expect(denialEvents).toHaveLength(1);
    expect(denialEvents[0]?.all).not.toMatch(/Παπαδοπούλου|Κανάρια|%CE/);
  });
});
