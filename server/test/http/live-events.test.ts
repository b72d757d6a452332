import { routes } from '@medcloud/contract';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { asked, makeDoctor } from '../harness/cast.ts';
import { Client } from '../harness/client.ts';
import { eventually } from '../harness/leftovers.ts';
import { type CastWorld, openCastWorld } from '../harness/world.ts';

const phone = '+306977555111';

/** A client's event stream as it is heard, and when it ended. */
async function listen(client: Client, query = '') {
  const stop = new AbortController();
  const response = await client.raw('GET', `${routes.portal.events.path}${query}`, { signal: stop.signal });
  const heard = { status: response.status, told: response.headers.get('events-told'), text: '', ended: false };
  const read = async () => {
    const decoder = new TextDecoder();
    for await (const piece of response.body ?? []) heard.text += decoder.decode(piece, { stream: true });
    heard.ended = true;
  };
  const reading = read().catch(() => undefined); // our own abort, when the test is over
  await eventually(() => heard.text.includes(': open'));
  return {
    heard,
    stop: async () => {
      stop.abort();
      await reading;
    },
  };
}

describe('the event stream', () => {
  let world: CastWorld;

  beforeAll(async () => {
    world = await openCastWorld();
  });
  afterAll(() => world.close());

  it('tells each center of its own patients alone where one link concerns several', async () => {
    const { admin, centerA, centerB } = world.cast;
    const register = (client: Client) =>
      client.call(routes.center.registerPatient, {
        body: { firstName: 'Α', lastName: 'Β', dateOfBirth: '1950-05-17', gender: 'Female', phone },
      });
    // the portal's own time stands still: how long the test takes decides nothing of how far back it asks
    const now = vi.spyOn(performance, 'now').mockReturnValue(performance.now());
    onTestFinished(() => now.mockRestore());
    const ofA = await register(centerA.client);
    const ofB = await register(centerB.client);
    const doctor = await makeDoctor(world, admin, 'streaming');
    const streams = await Promise.all([centerA.client, centerB.client, doctor.client].map((client) => listen(client)));
    const [a, b, d] = streams.map(({ heard }) => heard);
    const accessToken = await asked(world, doctor, phone);
    const { respond, change, revoke } = routes.patientAccess;
    const patientIds = [ofA.patientId, ofB.patientId];
    await world.anonymous.call(respond, { body: { accessToken, response: 'grant', patientIds } });
    await world.anonymous.call(change, { body: { accessToken, patientId: ofA.patientId, days: 7 } });
    await world.anonymous.call(revoke, { body: { accessToken } });
    for (const heard of [a, b, d]) await eventually(() => heard?.text.includes('event: revoke') === true);
    for (const [own, other, heard] of [
      [ofA.id, ofB.id, a],
      [ofB.id, ofA.id, b],
    ] as const) {
      expect(heard?.text).toMatch(new RegExp(`event: request\ndata: .*${own}`));
      expect(heard?.text).toMatch(new RegExp(`event: grant\ndata: .*${own}`));
      expect(heard?.text).toMatch(new RegExp(`event: revoke\ndata: .*${own}`));
      expect(heard?.text).not.toContain(other);
    }
    for (const id of [ofA.id, ofB.id]) expect(d?.text).toMatch(new RegExp(`event: revoke\ndata: .*${id}`));
    await Promise.all(streams.map(({ stop }) => stop()));
    // who comes late and says since when it asks is told that too, of its own alone
    const late = await listen(centerB.client, '?withinMs=1');
    await expect.poll(() => late.heard.text).toMatch(new RegExp(`event: revoke\ndata: .*${ofB.id}`));
    expect(late.heard.told).toBe('true');
    expect(late.heard.text).not.toContain(ofA.id);
    const unasked = await listen(centerB.client);
    expect(unasked.heard).toMatchObject({ told: null, text: expect.not.stringContaining('event:') });
    await Promise.all([late.stop(), unasked.stop()]);
  });

  it('of a session that ends stops at once, those of other sessions stay', async () => {
    const { centerA } = world.cast;
    const login = { centerId: centerA.centerId, password: centerA.password };
    const another = await new Client(world.origin, world.config).signIn(routes.auth.centerLogin.path, login);
    // the streams' own look at the session, each 5 s, stands still: what ends them is that they are told
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'], shouldClearNativeTimers: true });
    onTestFinished(() => void vi.useRealTimers());
    const [stays, stops] = [await listen(centerA.client), await listen(another)];
    await another.call(routes.auth.logout, {});
    await eventually(() => stops.heard.ended);
    expect(stays.heard.ended).toBe(false);
    const third = await new Client(world.origin, world.config).signIn(routes.auth.centerLogin.path, login);
    const body = { currentPassword: login.password, newPassword: 'another password of its own' };
    await third.call(routes.auth.changePassword, { body });
    await eventually(() => stays.heard.ended);
    await stops.stop();
  });
});
