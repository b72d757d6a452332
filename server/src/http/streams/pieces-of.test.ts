import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { piecesOf } from './pieces-of.ts';

const piece = (byte: number, bytes = 65_536) => Buffer.alloc(bytes, byte);

it('gives each piece as it came, and takes its memory back when the next is asked for', async () => {
  const stream = new PassThrough({ highWaterMark: 10 * 65_536 });
  for (const byte of [1, 2, 3]) stream.write(piece(byte));
  stream.end();
  const had: Buffer[] = [];
  for await (const each of piecesOf(stream)) {
    expect([each.length, each[0], each.at(-1)]).toEqual([65_536, had.length + 1, had.length + 1]);
    expect(had.map(({ length }) => length)).toEqual(had.map(() => 0));
    had.push(each);
  }
  expect(had.length).toBe(3);
});

it('leaves bytes alone that are a part of something larger, or few', async () => {
  const whole = piece(1, 3 * 65_536);
  const few = piece(2, 100);
  const stream = new PassThrough({ highWaterMark: 10 * 65_536 });
  stream.write(whole.subarray(0, 65_536));
  stream.write(whole.subarray(65_536));
  stream.write(few);
  stream.end();
  for await (const each of piecesOf(stream)) expect(each.length).toBeGreaterThan(0);
  expect([whole.length, whole.at(-1), few.length]).toEqual([3 * 65_536, 1, 100]);
});

it('holds the stream back while the reader is busy', async () => {
  const stream = new PassThrough({ highWaterMark: 65_536 });
  const pieces = piecesOf(stream);
  stream.write(piece(1));
  await pieces.next();
  for (let byte = 2; byte < 8; byte += 1) stream.write(piece(byte));
  await setImmediate();
  expect(stream.isPaused()).toBe(true);
  expect(stream.readableLength).toBeLessThanOrEqual(2 * 65_536);
  await pieces.return();
});

it('leaves the stream to whoever goes on when its reader leaves early', async () => {
  const stream = new PassThrough({ highWaterMark: 10 * 65_536 });
  for (const byte of [1, 2, 3]) stream.write(piece(byte));
  for await (const each of piecesOf(stream)) if (each[0] === 1) break;
  expect(stream.destroyed).toBe(false);
  stream.end();
  stream.resume();
  await once(stream, 'end');
});

it('fails as the stream does, after what had come, and where it is destroyed before its end', async () => {
  const failing = new PassThrough();
  const pieces = piecesOf(failing);
  failing.write(piece(1));
  expect((await pieces.next()).value?.[0]).toBe(1);
  failing.destroy(new Error('the line is dead'));
  await expect(pieces.next()).rejects.toThrow('the line is dead');
  const cut = new PassThrough();
  const waiting = piecesOf(cut).next();
  cut.destroy();
  await expect(waiting).rejects.toMatchObject({ code: 'ERR_STREAM_PREMATURE_CLOSE' });
});
