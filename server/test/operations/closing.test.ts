import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { openWorld } from '../harness/world.ts';

describe('the portal’s end', () => {
  it('does not wait for connections on which nothing was asked, as browsers open them ahead of need', async () => {
    const world = await openWorld();
    const { hostname, port } = new URL(world.origin);
    const unused = connect(Number(port), hostname);
    unused.on('error', () => undefined);
    await once(unused, 'connect');
    expect((await world.anonymous.raw('GET', '/api/health/live')).status).toBe(200);
    const [closed] = await Promise.all([once(unused, 'close'), world.close()]);
    expect(closed).toHaveLength(1);
  });
});
