import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { Readable, Writable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { waitUntil } from '../../../test/harness/wait-until.ts';
import { sendBuffer, sendStream } from './send-stream.ts';

const stallMs = 1_000;
const unchecked = (bytes: Readable) => bytes;

describe('sendStream', () => {
  let server: Server;
  let response: ServerResponse;
  let reader: Socket;
  let received = 0;

  beforeEach(async () => {
    server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    received = 0;
    reader = connect(port, '127.0.0.1').on('error', () => undefined);
    reader.on('data', (chunk) => {
      received += chunk.length;
    });
    reader.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
    [, response] = await once(server, 'request');
    // No timeout occurs before a test advances the time.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  });
  afterEach(async () => {
    vi.useRealTimers();
    reader.destroy();
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });

  /** Creates an endless stream. */
  const createEndless = () => new Readable({ read: () => undefined }).on('error', () => undefined);
  const createFile = (chunkCount: number) =>
    Readable.from(Array.from({ length: chunkCount }, () => Buffer.alloc(262_144)));

  it('disconnects a client that reads nothing, and closes the file', async () => {
    reader.pause();
    const bytes = createFile(400);
    const written = vi.spyOn(response, 'write');
    const rejection = expect(sendStream(bytes, unchecked, response, stallMs)).rejects.toThrow();
    let [passedMs, writeCount, takenAtMs] = [0, 0, 0];
    while (!response.destroyed) {
      await nextTurn(); // the system's own buffers take some
      if (written.mock.calls.length > writeCount) takenAtMs = passedMs;
      writeCount = written.mock.calls.length;
      passedMs += 50;
      vi.advanceTimersByTime(50);
    }
    await rejection;
    expect(passedMs - takenAtMs).toBe(stallMs);
    expect([bytes.destroyed, response.destroyed]).toEqual([true, true]);
  });

  it('sends everything to a slow client, however long it takes', async () => {
    const chunkCount = 60;
    const bytes = createFile(chunkCount);
    const written = vi.spyOn(response, 'write');
    const sending = sendStream(bytes, unchecked, response, stallMs);
    sending.catch(() => undefined); // awaited below
    for (let writeCount = 0; writeCount < chunkCount && !response.destroyed; writeCount = written.mock.calls.length) {
      reader.pause();
      vi.advanceTimersByTime(stallMs - 1);
      reader.resume();
      await waitUntil(() => written.mock.calls.length > writeCount || response.destroyed);
    }
    await sending;
    await waitUntil(() => received > chunkCount * 262_144);
  });

  it('requests one chunk ahead of the one being written, and sends all bytes unchanged', async () => {
    const received: Buffer[] = [];
    reader.on('data', (chunk) => received.push(chunk));
    const bytes = (async function* () {
      let before = Buffer.alloc(0);
      for (let index = 0; index < 40; index += 1) {
        const chunk = Buffer.alloc(index % 2 === 0 ? 300_000 : 10, index);
        yield chunk;
        before.fill(255); // its memory is reused
        before = chunk;
      }
    })();
    await sendStream(bytes, (all) => all, response, stallMs);
    reader.end();
    await once(reader, 'close');
    const allBytes = Buffer.concat(received);
    const count = (value: number) => allBytes.reduce((sum, byte) => sum + (byte === value ? 1 : 0), 0);
    expect([count(255), count(38), count(39) - 10]).toEqual([0, 300_000, 0]);
  });

  it('sends everything if the last chunk is small and has to wait', async () => {
    let writeCount = 0;
    const slow = new Writable({
      highWaterMark: 1,
      write: (chunk: Buffer, _, done) => {
        writeCount += chunk.length;
        setImmediate(done);
      },
    });
    const small = async function* () {
      for (let index = 0; index < 3; index += 1) yield Buffer.alloc(4_000);
    };
    await sendStream(small(), (all) => all, slow, stallMs);
    expect([writeCount, slow.writableFinished]).toEqual([12_000, true]);
  });

  it('closes the file if the client left before the first chunk', async () => {
    const bytes = createEndless();
    reader.destroy();
    await once(response, 'close');
    await expect(sendStream(bytes, unchecked, response, stallMs)).rejects.toThrow();
    expect(bytes.destroyed).toBe(true);
  });

  it('sends a buffer whole, and disconnects a client that does not take it', async () => {
    await sendBuffer(Buffer.alloc(100_000, 7), response, stallMs);
    await waitUntil(() => received > 100_000);
    reader.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
    const [, next]: ServerResponse[] = await once(server, 'request');
    if (next === undefined) throw new Error('A request has a response.');
    reader.pause();
    const rejection = expect(sendBuffer(Buffer.alloc(100_000_000), next, stallMs)).rejects.toThrow('disconnected');
    vi.advanceTimersByTime(stallMs);
    await rejection;
    expect(next.destroyed).toBe(true);
  });
});
