import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { racingConnections, startTestApp } from '../harness/start-test-app.ts';

describe('App.close', () => {
  it('does not wait for connections without a request, which browsers open in advance', async () => {
    const testApp = await startTestApp({ connections: racingConnections });
    const { hostname, port } = new URL(testApp.origin);
    const unused = connect(Number(port), hostname);
    unused.on('error', () => undefined);
    await once(unused, 'connect');
    expect((await testApp.anonymous.raw('GET', '/api/health/live')).status).toBe(200);
    const [closed] = await Promise.all([once(unused, 'close'), testApp.close()]);
    expect(closed).toHaveLength(1);
  });
});
