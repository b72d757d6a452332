import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type Server } from 'node:http';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { usualRule, watchRate } from './watch-rate.ts';

const windowMs = 30_000; // security 2.6
const enoughBytes = 32 * 1024 * 30;

describe('the least rate of an upload', () => {
  let server: Server;
  let toldSlow = 0;
  let receivedBytes = 0;

  beforeEach(() => {
    toldSlow = 0;
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
  async function watched(read: (incoming: IncomingMessage) => void, rule = usualRule) {
    server = createServer((incoming) => {
      const tell = () => {
        toldSlow += 1;
      };
      watchRate(incoming, tell, rule);
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

  const counting = (incoming: IncomingMessage) => {
    incoming.on('data', (chunk: Buffer) => {
      receivedBytes += chunk.length;
    });
    incoming.resume();
  };

  /** Sends bytes, waits until they have arrived, and lets a window pass. */
  async function window(sending: ReturnType<typeof request>, bytes: number) {
    const wanted = receivedBytes + bytes;
    sending.write(Buffer.alloc(bytes));
    await expect.poll(() => receivedBytes, { interval: 2 }).toBe(wanted);
    vi.advanceTimersByTime(windowMs);
  }

  it('leaves the first 30 s to the connection’s start, then is told of a body that trickles, once', async () => {
    const sending = await watched(counting);
    await window(sending, 1);
    expect(toldSlow).toBe(0);
    await window(sending, 1);
    expect(toldSlow).toBe(1);
    await window(sending, 1);
    expect(toldSlow).toBe(1);
  });

  it('leaves 32 KiB a second alone, and a byte less not', async () => {
    const sending = await watched(counting);
    await window(sending, 1);
    for (let round = 0; round < 3; round += 1) await window(sending, enoughBytes);
    expect(toldSlow).toBe(0);
    await window(sending, enoughBytes - 1);
    expect(toldSlow).toBe(1);
  });

  it('does not count the time in which we hold the sender back', async () => {
    const sending = await watched(() => undefined);
    sending.write(Buffer.alloc(200_000));
    await expect.poll(() => vi.getTimerCount()).toBe(1);
    vi.advanceTimersByTime(5 * windowMs);
    expect(toldSlow).toBe(0);
  });

  it('ends what we hold back for ten minutes without a byte', async () => {
    await watched(() => undefined).then((sending) => sending.write(Buffer.alloc(200_000)));
    await expect.poll(() => vi.getTimerCount()).toBe(1);
    vi.advanceTimersByTime(10 * 60_000 - windowMs);
    expect(toldSlow).toBe(0);
    vi.advanceTimersByTime(windowMs);
    expect(toldSlow).toBe(1);
  });

  it('ends what lasts longer than four hours, also where we may hold it back', async () => {
    const rule = { ...usualRule, longestHeldMs: Number.POSITIVE_INFINITY };
    await watched(() => undefined, rule).then((sending) => sending.write(Buffer.alloc(200_000)));
    await expect.poll(() => vi.getTimerCount()).toBe(1);
    vi.advanceTimersByTime(4 * 3_600_000);
    expect(toldSlow).toBe(0);
    vi.advanceTimersByTime(windowMs);
    expect(toldSlow).toBe(1);
  });
});
