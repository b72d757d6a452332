import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { chunksOf } from './chunks-of.ts';

const createChunk = (byte: number, bytes = 65_536) => Buffer.alloc(bytes, byte);

it('yields each chunk as received, and releases its memory when the next is requested', async () => {
  const stream = new PassThrough({ highWaterMark: 10 * 65_536 });
  for (const byte of [1, 2, 3]) stream.write(createChunk(byte));
  stream.end();
  const received: Buffer[] = [];
  for await (const chunk of chunksOf(stream)) {
    expect([chunk.length, chunk[0], chunk.at(-1)]).toEqual([65_536, received.length + 1, received.length + 1]);
    expect(received.map(({ length }) => length)).toEqual(received.map(() => 0));
    received.push(chunk);
  }
  expect(received.length).toBe(3);
});

it('does not release chunks that are small or part of a larger buffer', async () => {
  const largeBuffer = createChunk(1, 3 * 65_536);
  const few = createChunk(2, 100);
  const stream = new PassThrough({ highWaterMark: 10 * 65_536 });
  stream.write(largeBuffer.subarray(0, 65_536));
  stream.write(largeBuffer.subarray(65_536));
  stream.write(few);
  stream.end();
  for await (const chunk of chunksOf(stream)) expect(chunk.length).toBeGreaterThan(0);
  expect([largeBuffer.length, largeBuffer.at(-1), few.length]).toEqual([3 * 65_536, 1, 100]);
});

it('pauses the stream while the consumer is busy', async () => {
  const stream = new PassThrough({ highWaterMark: 65_536 });
  const chunks = chunksOf(stream);
  stream.write(createChunk(1));
  await chunks.next();
  for (let byte = 2; byte < 8; byte += 1) stream.write(createChunk(byte));
  await setImmediate();
  expect(stream.isPaused()).toBe(true);
  expect(stream.readableLength).toBeLessThanOrEqual(2 * 65_536);
  await chunks.return();
});

it('does not destroy the stream when its consumer stops early', async () => {
  const stream = new PassThrough({ highWaterMark: 10 * 65_536 });
  for (const byte of [1, 2, 3]) stream.write(createChunk(byte));
  for await (const chunk of chunksOf(stream)) if (chunk[0] === 1) break;
  expect(stream.destroyed).toBe(false);
  stream.end();
  stream.resume();
  await once(stream, 'end');
});

it('throws the stream error after the chunks received before, also if the stream is destroyed early', async () => {
  const failing = new PassThrough();
  const chunks = chunksOf(failing);
  failing.write(createChunk(1));
  expect((await chunks.next()).value?.[0]).toBe(1);
  failing.destroy(new Error('connection lost'));
  await expect(chunks.next()).rejects.toThrow('connection lost');
  const cut = new PassThrough();
  const waiting = chunksOf(cut).next();
  cut.destroy();
  await expect(waiting).rejects.toMatchObject({ code: 'ERR_STREAM_PREMATURE_CLOSE' });
});
