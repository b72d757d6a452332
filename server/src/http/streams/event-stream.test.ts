import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openEventStream } from './event-stream.ts';

const closeTimeoutMs = 1_000;

describe('openEventStream', () => {
  let server: Server;
  let response: ServerResponse;
  let reader: Socket;
  let received = '';

  beforeEach(async () => {
    server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    received = '';
    reader = connect(port, '127.0.0.1');
    reader
      .on('error', () => undefined)
      .on('data', (chunk) => {
        received += chunk.toString();
      });
    reader.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
    [, response] = await once(server, 'request');
  });
  afterEach(async () => {
    vi.useRealTimers();
    reader.destroy();
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });

  it('delivers its text to the client and ends the response completely', async () => {
    const stream = openEventStream(response);
    stream.send('one\n');
    stream.end();
    await expect.poll(() => received).toMatch(/one\n\r\n0\r\n\r\n$/);
  });

  it('is closed from the start if the client left before', async () => {
    reader.destroy();
    await once(response, 'close');
    const stream = openEventStream(response);
    let cleanupCount = 0;
    stream.onClose(() => {
      cleanupCount += 1;
    });
    expect(cleanupCount).toBe(1);
    await stream.done;
  });

  it('closes when the client leaves, and runs each cleanup once', async () => {
    const stream = openEventStream(response);
    let cleanupCount = 0;
    stream.onClose(() => {
      cleanupCount += 1;
    });
    stream.send('one\n');
    reader.destroy();
    await stream.done;
    stream.end();
    expect(cleanupCount).toBe(1);
  });

  it('destroys the response of a client that does not read, and ignores later writes', async () => {
    reader.pause();
    const stream = openEventStream(response);
    // until the system's own buffers are full
    for (let round = 0; round < 2_000 && !response.destroyed; round += 1) {
      stream.send('x'.repeat(16_384));
      await nextTurn();
    }
    expect(response.destroyed).toBe(true);
    stream.send('one more\n');
    stream.end();
    await stream.done;
  });

  it('ignores writes after its end, and closes the connection of a client that does not read', async () => {
    reader.pause();
    const stream = openEventStream(response);
    while (response.writableLength === 0) {
      response.write('x'.repeat(16_384));
      await nextTurn();
    }
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    stream.end();
    stream.send('one more\n');
    vi.advanceTimersByTime(closeTimeoutMs - 1);
    expect(response.destroyed).toBe(false);
    vi.advanceTimersByTime(1);
    expect(response.destroyed).toBe(true);
  });
});
