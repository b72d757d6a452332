import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type Server } from 'node:http';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { defaultRule, enforceMinRate } from './enforce-min-rate.ts';

const windowMs = 30_000; // security 2.6
const minBytes = 32 * 1024 * 30;

describe('the least rate of an upload', () => {
  let server: Server;
  let slowCount = 0;
  let receivedBytes = 0;

  beforeEach(() => {
    slowCount = 0;
    receivedBytes = 0;
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  });
  afterEach(async () => {
    vi.useRealTimers();
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });

  /** A request to a real server that watches it and reads it as `read` says. */
  async function startUpload(read: (incoming: IncomingMessage) => void, rule = defaultRule) {
    server = createServer((incoming) => {
      const onSlow = () => {
        slowCount += 1;
      };
      enforceMinRate(incoming, onSlow, rule);
      incoming.on('error', () => undefined);
      read(incoming);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const sending = request({ port, host: '127.0.0.1', method: 'POST' });
    sending.on('error', () => undefined);
    return sending;
  }

  const countBytes = (incoming: IncomingMessage) => {
    incoming.on('data', (chunk: Buffer) => {
      receivedBytes += chunk.length;
    });
    incoming.resume();
  };

  /** Sends bytes, waits until they have arrived, and lets a window pass. */
  async function passWindow(sending: ReturnType<typeof request>, bytes: number) {
    const expectedBytes = receivedBytes + bytes;
    sending.write(Buffer.alloc(bytes));
    await expect.poll(() => receivedBytes, { interval: 2 }).toBe(expectedBytes);
    vi.advanceTimersByTime(windowMs);
  }

  it('leaves the first 30 s to the connection’s start, then is told of a body that trickles, once', async () => {
    const sending = await startUpload(countBytes);
    await passWindow(sending, 1);
    expect(slowCount).toBe(0);
    await passWindow(sending, 1);
    expect(slowCount).toBe(1);
    await passWindow(sending, 1);
    expect(slowCount).toBe(1);
  });

  it('leaves 32 KiB a second alone, and a byte less not', async () => {
    const sending = await startUpload(countBytes);
    await passWindow(sending, 1);
    for (let round = 0; round < 3; round += 1) await passWindow(sending, minBytes);
    expect(slowCount).toBe(0);
    await passWindow(sending, minBytes - 1);
    expect(slowCount).toBe(1);
  });

  it('does not count the time in which we hold the sender back', async () => {
    const sending = await startUpload(() => undefined);
    sending.write(Buffer.alloc(200_000));
    await expect.poll(() => vi.getTimerCount()).toBe(1);
    vi.advanceTimersByTime(5 * windowMs);
    expect(slowCount).toBe(0);
  });

  it('ends what we hold back for ten minutes without a byte', async () => {
    await startUpload(() => undefined).then((sending) => sending.write(Buffer.alloc(200_000)));
    await expect.poll(() => vi.getTimerCount()).toBe(1);
    vi.advanceTimersByTime(10 * 60_000 - windowMs);
    expect(slowCount).toBe(0);
    vi.advanceTimersByTime(windowMs);
    expect(slowCount).toBe(1);
  });

  it('ends what lasts longer than four hours, also where we may hold it back', async () => {
    const rule = { ...defaultRule, maxPausedMs: Number.POSITIVE_INFINITY };
    await startUpload(() => undefined, rule).then((sending) => sending.write(Buffer.alloc(200_000)));
    await expect.poll(() => vi.getTimerCount()).toBe(1);
    vi.advanceTimersByTime(4 * 3_600_000);
    expect(slowCount).toBe(0);
    vi.advanceTimersByTime(windowMs);
    expect(slowCount).toBe(1);
  });
});
