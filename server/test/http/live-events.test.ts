import { routes } from '@medcloud/contract';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { Client } from '../harness/client.ts';
import { createDoctor, requestConsentLink } from '../harness/fixtures.ts';
import { startTestAppWithFixtures, type TestAppWithFixtures } from '../harness/start-test-app.ts';
import { waitUntil } from '../harness/wait-until.ts';

const phone = '+306977555111';

/** Opens an event stream and collects its text until it ends. */
async function openEvents(client: Client, query = '') {
  const stop = new AbortController();
  const response = await client.raw('GET', `${routes.portal.events.path}${query}`, { signal: stop.signal });
  const received = {
    status: response.status,
    notifiedHeader: response.headers.get('events-told'),
    text: '',
    ended: false,
  };
  const read = async () => {
    const decoder = new TextDecoder();
    for await (const chunk of response.body ?? []) received.text += decoder.decode(chunk, { stream: true });
    received.ended = true;
  };
  const reading = read().catch(() => undefined); // ignores the abort at the end of the test
  await waitUntil(() => received.text.includes(': open'));
  return {
    received,
    stop: async () => {
      stop.abort();
      await reading;
    },
  };
}

describe('GET /api/events', () => {
  let testApp: TestAppWithFixtures;

  beforeAll(async () => {
    testApp = await startTestAppWithFixtures();
  });
  afterAll(() => testApp.close());

  it('sends each center only events of its own patients if one link concerns several', async () => {
    const { admin, centerA, centerB } = testApp.fixtures;
    const register = (client: Client) =>
      client.call(routes.center.registerPatient, {
        body: { firstName: 'Α', lastName: 'Β', dateOfBirth: '1950-05-17', gender: 'Female', phone },
      });
    // the portal starts before it listens for notifications; events from before then are not replayed
    await waitUntil(async () => {
      const stream = await openEvents(centerB.client, '?withinMs=1');
      await stream.stop();
      return stream.received.notifiedHeader === 'true';
    });
    // freeze the monotonic clock, so that the duration of the test does not change how far back events are read
    const now = vi.spyOn(performance, 'now').mockReturnValue(performance.now());
    onTestFinished(() => now.mockRestore());
    const ofA = await register(centerA.client);
    const ofB = await register(centerB.client);
    const doctor = await createDoctor(testApp, admin, 'streaming');
    const streams = await Promise.all(
      [centerA.client, centerB.client, doctor.client].map((client) => openEvents(client)),
    );
    const [a, b, d] = streams.map(({ received }) => received);
    const accessToken = await requestConsentLink(testApp, doctor, phone);
    const { respond, change, revoke } = routes.patientAccess;
    const patientIds = [ofA.patientId, ofB.patientId];
    await testApp.anonymous.call(respond, { body: { accessToken, response: 'grant', patientIds } });
    await testApp.anonymous.call(change, { body: { accessToken, patientId: ofA.patientId, days: 7 } });
    await testApp.anonymous.call(revoke, { body: { accessToken } });
    for (const received of [a, b, d]) await waitUntil(() => received?.text.includes('event: revoke') === true);
    for (const [own, other, received] of [
      [ofA.id, ofB.id, a],
      [ofB.id, ofA.id, b],
    ] as const) {
      expect(received?.text).toMatch(new RegExp(`event: request\ndata: .*${own}`));
      expect(received?.text).toMatch(new RegExp(`event: grant\ndata: .*${own}`));
      expect(received?.text).toMatch(new RegExp(`event: revoke\ndata: .*${own}`));
      expect(received?.text).not.toContain(other);
    }
    for (const id of [ofA.id, ofB.id]) expect(d?.text).toMatch(new RegExp(`event: revoke\ndata: .*${id}`));
    await Promise.all(streams.map(({ stop }) => stop()));
    // a later stream that passes withinMs gets earlier events as well, only of its own patients
    const late = await openEvents(centerB.client, '?withinMs=1');
    await expect.poll(() => late.received.text).toMatch(new RegExp(`event: revoke\ndata: .*${ofB.id}`));
    expect(late.received.notifiedHeader).toBe('true');
    expect(late.received.text).not.toContain(ofA.id);
    const defaultStream = await openEvents(centerB.client);
    expect(defaultStream.received).toMatchObject({ notifiedHeader: null, text: expect.not.stringContaining('event:') });
    await Promise.all([late.stop(), defaultStream.stop()]);
  });

  it('ignores notifications that the portal did not send', async () => {
    const { centerA } = testApp.fixtures;
    const stream = await openEvents(centerA.client);
    const { context } = testApp.app;
    // any statement may send them; what comes after them on the same channel still arrives
    for (const payload of ['x', '', 'null', '{"kind":"exam"}', '{"endedSessions":[1]}'])
      await context.db.call`SELECT pg_notify('medcloud_events', ${payload})`;
    for (const channel of ['medcloud_jobs', 'medcloud_masters', 'medcloud_wanted'])
      await context.db.call`SELECT pg_notify(${channel}, 'x')`;
    const payload = JSON.stringify({ kind: 'exam', ids: [centerA.examId], to: { centers: [centerA.id] } });
    await context.db.call`SELECT pg_notify('medcloud_events', ${payload})`;
    await waitUntil(() => stream.received.text.includes(centerA.examId));
    await stream.stop();
  });

  it('ends the streams of a session that ends, and keeps those of other sessions', async () => {
    const { centerA } = testApp.fixtures;
    const login = { centerId: centerA.centerId, password: centerA.password };
    const another = await new Client(testApp.origin, testApp.config).signIn(routes.auth.centerLogin.path, login);
    // pause the session check of the streams every 5 s, so that only a notification ends them
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'], shouldClearNativeTimers: true });
    onTestFinished(() => void vi.useRealTimers());
    const [stays, stops] = [await openEvents(centerA.client), await openEvents(another)];
    await another.call(routes.auth.logout, {});
    await waitUntil(() => stops.received.ended);
    expect(stays.received.ended).toBe(false);
    const third = await new Client(testApp.origin, testApp.config).signIn(routes.auth.centerLogin.path, login);
    const body = { currentPassword: login.password, newPassword: 'another password of its own' };
    await third.call(routes.auth.changePassword, { body });
    await waitUntil(() => stays.received.ended);
    await stops.stop();
  });
});
