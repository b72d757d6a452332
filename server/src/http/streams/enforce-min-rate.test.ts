import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type Server } from 'node:http';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { defaultRule, enforceMinRate } from './enforce-min-rate.ts';

const windowMs = 30_000; // security 2.6
const minBytes = 32 * 1024 * 30;

describe('enforceMinRate', () => {
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

  /** Starts a request to a real server that enforces the rate and reads it with `read`. */
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

  /** Sends bytes, waits until they have arrived, and advances the time by a window. */
  async function passWindow(sending: ReturnType<typeof request>, bytes: number) {
    const expectedBytes = receivedBytes + bytes;
    sending.write(Buffer.alloc(bytes));
    await expect.poll(() => receivedBytes, { interval: 2 }).toBe(expectedBytes);
    vi.advanceTimersByTime(windowMs);
  }

  it('ignores the first 30 s, then calls onSlow once for a body that trickles', async () => {
    const sending = await startUpload(countBytes);
    await passWindow(sending, 1);
    expect(slowCount).toBe(0);
    await passWindow(sending, 1);
    expect(slowCount).toBe(1);
    await passWindow(sending, 1);
    expect(slowCount).toBe(1);
  });

  it('accepts 32 KiB per second, and calls onSlow for one byte less', async () => {
    const sending = await startUpload(countBytes);
    await passWindow(sending, 1);
    for (let round = 0; round < 3; round += 1) await passWindow(sending, minBytes);
    expect(slowCount).toBe(0);
    await passWindow(sending, minBytes - 1);
    expect(slowCount).toBe(1);
  });

  it('does not count the time in which the server pauses the stream', async () => {
    const sending = await startUpload(() => undefined);
    sending.write(Buffer.alloc(200_000));
    await expect.poll(() => vi.getTimerCount()).toBe(1);
    vi.advanceTimersByTime(5 * windowMs);
    expect(slowCount).toBe(0);
  });

  it('calls onSlow after the server paused the stream for ten minutes without a byte', async () => {
    await startUpload(() => undefined).then((sending) => sending.write(Buffer.alloc(200_000)));
    await expect.poll(() => vi.getTimerCount()).toBe(1);
    vi.advanceTimersByTime(10 * 60_000 - windowMs);
    expect(slowCount).toBe(0);
    vi.advanceTimersByTime(windowMs);
    expect(slowCount).toBe(1);
  });

  it('calls onSlow after more than four hours, even while the stream is paused', async () => {
    const rule = { ...defaultRule, maxPausedMs: Number.POSITIVE_INFINITY };
    await startUpload(() => undefined, rule).then((sending) => sending.write(Buffer.alloc(200_000)));
    await expect.poll(() => vi.getTimerCount()).toBe(1);
    vi.advanceTimersByTime(4 * 3_600_000);
    expect(slowCount).toBe(0);
    vi.advanceTimersByTime(windowMs);
    expect(slowCount).toBe(1);
  });
});
