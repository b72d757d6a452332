import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { eventually } from '../../../test/harness/leftovers.ts';
import { frameBytes, headerBytes, type Seal } from './container.ts';
import type { SealedObjects } from './doors.ts';
import { FaultyFiles } from './faulty-files.ts';
import { systemFiles } from './file-system.ts';
import { KeptOpen } from './kept-open.ts';
import { freshSeal, gathered, openTestFolder } from './test-folder.ts';

const bytes = randomBytes(2 * frameBytes);
const longMs = 600_000;

async function stored(objects: SealedObjects): Promise<Seal> {
  const seal = freshSeal();
  const writer = await objects.create(seal);
  await writer.write(Buffer.from(bytes));
  await writer.finish();
  return seal;
}

describe('an object that is read again and again', () => {
  it('is opened once, for readers at once too, and never again once it is gone', async () => {
    // It is kept for two seconds, which do not pass here.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const files = new FaultyFiles(systemFiles());
    const { objects } = await openTestFolder(files);
    const seal = await stored(objects);
    files.calls.length = 0;
    const read = (start: number) => objects.readPart(seal, { start, end: start + 10 });
    expect(await Promise.all([read(0), read(frameBytes)])).toEqual(
      [0, frameBytes].map((at) => bytes.subarray(at, at + 10)),
    );
    expect(Buffer.concat(await gathered<Buffer>(await objects.pass(seal, { start: 5, end: 25 })))).toEqual(
      bytes.subarray(5, 25),
    );
    expect(files.calls.filter((call) => call.startsWith('open'))).toHaveLength(1);
    expect(files.calls.filter((call) => call.startsWith('close'))).toHaveLength(0);

    await objects.remove(seal.objectId);
    expect(files.calls.filter((call) => call.startsWith('close'))).toHaveLength(1);
    await expect(read(0)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('is read to its end by whoever has it while it is removed, and closed then', async () => {
    const files = new FaultyFiles(systemFiles());
    const { objects } = await openTestFolder(files);
    const seal = await stored(objects);
    const pieces = await objects.pass(seal, { end: frameBytes });
    await objects.remove(seal.objectId);
    files.calls.length = 0;
    expect(Buffer.concat(await gathered<Buffer>(pieces))).toEqual(bytes.subarray(0, frameBytes));
    await eventually(() => files.calls.some((call) => call.startsWith('close')));
  });

  it('is opened anew after a reading that failed', async () => {
    const { objects, pathOf } = await openTestFolder();
    const seal = await stored(objects);
    const whole = await readFile(pathOf(seal.objectId));
    const read = () => objects.readPart(seal, { start: 0, end: 10 });
    await writeFile(pathOf(seal.objectId), whole.with(headerBytes + 20, (whole[headerBytes + 20] ?? 0) ^ 1));
    await expect(read()).rejects.toMatchObject({ code: 'corrupt' });
    await objects.remove(seal.objectId);
    await writeFile(pathOf(seal.objectId), whole);
    expect(await read()).toEqual(bytes.subarray(0, 10));
  });

  it('is opened anew by the next where opening it failed', async () => {
    const files = new FaultyFiles(systemFiles());
    const { objects } = await openTestFolder(files);
    const seal = await stored(objects);
    files.failAt(0, 'EIO');
    const read = () => objects.readPart(seal, { start: 0, end: 10 });
    await expect(read()).rejects.toMatchObject({ code: 'io' });
    expect(await read()).toEqual(bytes.subarray(0, 10));
  });

  it('is closed a while after its last reader left, and the oldest where there are many', async () => {
    const { objects, store } = await openTestFolder();
    let isOpen = 0;
    const counting = (keptMs: number) => {
      const kept = new KeptOpen(async (id) => {
        const reader = await store.open(id);
        isOpen += 1;
        const close = async () => {
          isOpen -= 1;
          await reader.close();
        };
        return { sizeBytes: reader.sizeBytes, read: (position, buffer) => reader.read(position, buffer), close };
      }, keptMs);
      onTestFinished(() => kept.close());
      return kept;
    };
    const seals = await Promise.all(Array.from({ length: 70 }, () => stored(objects)));
    const many = counting(longMs);
    for (const seal of seals) await (await many.take(seal)).close();
    expect(isOpen).toBe(64);
    await many.close();
    expect(isOpen).toBe(0);

    const brief = counting(20);
    const [first] = seals;
    if (first === undefined) throw new Error('Nothing is stored.');
    const held = await brief.take(first);
    await (await brief.take(first)).close();
    expect(isOpen).toBe(1);
    await held.close();
    await eventually(() => isOpen === 0);
  });
});
