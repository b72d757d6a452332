import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { Readable, Writable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { eventually } from '../../../test/harness/leftovers.ts';
import { giveOut } from './give-out.ts';

const stallMs = 1_000;
const unchecked = (bytes: Readable) => bytes;

describe('bytes that are given out', () => {
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
    // nobody is too slow before a test lets the time pass
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  });
  afterEach(async () => {
    vi.useRealTimers();
    reader.destroy();
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });

  /** Pieces without end. */
  const endless = () => new Readable({ read: () => undefined }).on('error', () => undefined);
  const file = (pieces: number) => Readable.from(Array.from({ length: pieces }, () => Buffer.alloc(262_144)));

  it('are cut from a reader who takes none, and the file is closed', async () => {
    reader.pause();
    const bytes = file(400);
    const written = vi.spyOn(response, 'write');
    const isCut = expect(giveOut(bytes, unchecked, response, stallMs)).rejects.toThrow();
    let [passedMs, taken, takenAtMs] = [0, 0, 0];
    while (!response.destroyed) {
      await nextTurn(); // the system's own buffers take some
      if (written.mock.calls.length > taken) takenAtMs = passedMs;
      taken = written.mock.calls.length;
      passedMs += 50;
      vi.advanceTimersByTime(50);
    }
    await isCut;
    expect(passedMs - takenAtMs).toBe(stallMs);
    expect([bytes.destroyed, response.destroyed]).toEqual([true, true]);
  });

  it('reach a reader who is slow to the end, however long it takes', async () => {
    const pieces = 60;
    const bytes = file(pieces);
    const written = vi.spyOn(response, 'write');
    const given = giveOut(bytes, unchecked, response, stallMs);
    given.catch(() => undefined); // awaited below
    for (let taken = 0; taken < pieces && !response.destroyed; taken = written.mock.calls.length) {
      reader.pause();
      vi.advanceTimersByTime(stallMs - 1);
      reader.resume();
      await eventually(() => written.mock.calls.length > taken || response.destroyed);
    }
    await given;
    await eventually(() => received > pieces * 262_144);
  });

  it('are asked for one ahead of what the system has taken, and come as they were', async () => {
    const received: Buffer[] = [];
    reader.on('data', (chunk) => received.push(chunk));
    const bytes = (async function* () {
      let before = Buffer.alloc(0);
      for (let place = 0; place < 40; place += 1) {
        const piece = Buffer.alloc(place % 2 === 0 ? 300_000 : 10, place);
        yield piece;
        before.fill(255); // its memory is another's now
        before = piece;
      }
    })();
    await giveOut(bytes, (all) => all, response, stallMs);
    reader.end();
    await once(reader, 'close');
    const whole = Buffer.concat(received);
    const count = (value: number) => whole.reduce((sum, byte) => sum + (byte === value ? 1 : 0), 0);
    expect([count(255), count(38), count(39) - 10]).toEqual([0, 300_000, 0]);
  });

  it('are given whole where the last is small and must wait to leave', async () => {
    let taken = 0;
    const slow = new Writable({
      highWaterMark: 1,
      write: (chunk: Buffer, _, done) => {
        taken += chunk.length;
        setImmediate(done);
      },
    });
    const small = async function* () {
      for (let place = 0; place < 3; place += 1) yield Buffer.alloc(4_000);
    };
    await giveOut(small(), (all) => all, slow, stallMs);
    expect([taken, slow.writableFinished]).toEqual([12_000, true]);
  });

  it('leave no file open where the reader left before the first', async () => {
    const bytes = endless();
    reader.destroy();
    await once(response, 'close');
    await expect(giveOut(bytes, unchecked, response, stallMs)).rejects.toThrow();
    expect(bytes.destroyed).toBe(true);
  });
});
