import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { copyFile, open, readFile, truncate, writeFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { frameBytes, headerBytes, layoutOf, sealedFrameBytes } from './container.ts';
import { FaultyFiles } from './faulty-files.ts';
import { systemFiles } from './file-system.ts';
import { freshId, freshSeal, gathered, openTestFolder } from './test-folder.ts';
import { corrupt, flipAnyBit, passedBytes, readInAnyRange, source, stored, streamedBytes } from './test-sealed.ts';

describe('a sealed object', () => {
  it('gives back the same bytes, however they came in pieces and whatever range is read', () => readInAnyRange(30));

  it('has the length its size tells, and its size is told by its length', async () => {
    const { objects, pathOf } = await openTestFolder();
    for (const length of [0, 1, frameBytes, frameBytes + 1]) {
      const seal = await stored(objects, source.subarray(0, length));
      const container = await readFile(pathOf(seal.objectId));
      const frames = Math.max(1, Math.ceil(length / frameBytes));
      expect(container.length).toBe(headerBytes + length + frames * 28);
      expect(layoutOf(container.length)).toEqual({ sizeBytes: length, frames });
      expect(container.subarray(0, 8).toString('latin1')).toBe('MCSEAL1\0');
    }
  });

  it('shows nothing of the plaintext on disk, neither while it is written nor after (T-ENC1)', async () => {
    const { objects, pathOf } = await openTestFolder();
    const canary = 'PAPADOPOULOS^GEORGIOS';
    const seal = freshSeal();
    const writer = await objects.create(seal);
    await writer.write(Buffer.from(canary.repeat(150_000)));
    const part = await readFile(`${pathOf(seal.objectId)}.part`);
    await writer.finish();
    const whole = await readFile(pathOf(seal.objectId));
    expect(part.length).toBeGreaterThan(1_000_000);
    for (const file of [part, whole]) expect(file.includes(canary.slice(0, 8))).toBe(false);
  });

  it('is sealed anew each time', async () => {
    const { objects, pathOf } = await openTestFolder();
    const seal = freshSeal();
    const files: Buffer[] = [];
    for (let time = 0; time < 2; time += 1) {
      const writer = await objects.create(seal);
      await writer.write(Buffer.alloc(100));
      await writer.finish();
      files.push(await readFile(pathOf(seal.objectId)));
      await objects.remove(seal.objectId);
    }
    const [first, second] = files;
    expect(first?.subarray(headerBytes).equals(second?.subarray(headerBytes) ?? Buffer.alloc(0))).toBe(false);
  });

  it('reads only the frames a range needs', async () => {
    const files = new FaultyFiles(systemFiles());
    const { objects } = await openTestFolder(files);
    const seal = await stored(objects, source);
    const reads = async (range: object) => {
      files.calls.length = 0;
      await objects.readBytes(seal, range);
      return files.calls.filter((call) => call.startsWith('read')).length - 1;
    };
    expect(await reads({ start: frameBytes, end: 2 * frameBytes })).toBe(1);
    expect(await reads({ start: frameBytes - 1, end: frameBytes + 1 })).toBe(2);
    expect(await reads({ start: 5 * frameBytes - 1 })).toBe(1);
    // blocks of one, two and two
    expect(await reads({})).toBe(3);
  });

  it('lets others have their turn between frames of large chunks, however many write', async () => {
    const { objects } = await openTestFolder();
    const writers = await Promise.all(Array.from({ length: 8 }, () => objects.create(freshSeal())));
    let turns = 0;
    let done = false;
    const turn = () => {
      turns += 1;
      if (!done) setImmediate(turn);
    };
    setImmediate(turn);
    // Few enough that neither the disk nor the hash makes a writer wait.
    await Promise.all(writers.map((writer) => writer.write(Buffer.alloc(5 * frameBytes))));
    done = true;
    expect(turns).toBeGreaterThanOrEqual(2);
    for (const writer of writers) await writer.abort();
  });
});

describe('an altered container', () => {
  it('is corrupt with any one bit flipped, when a range that covers the bit is read (T-INT1)', () => flipAnyBit(60));

  it('is corrupt when cut at a frame border or anywhere inside (T-ENC2)', async () => {
    const { objects, pathOf } = await openTestFolder();
    const seal = await stored(objects, source.subarray(0, 3 * frameBytes));
    const path = pathOf(seal.objectId);
    const borders = [0, 1, 2, 3].map((frame) => headerBytes + frame * sealedFrameBytes);
    const lengths = [
      0,
      1,
      headerBytes - 1,
      ...borders.flatMap((at) => [at, at + 1, at + 27, at + 28, at + 29, at + 5000]),
    ];
    const whole = headerBytes + 3 * sealedFrameBytes;
    for (const length of lengths.filter((each) => each < whole).sort((a, b) => b - a)) {
      await truncate(path, length);
      await expect(streamedBytes(objects, seal), `${length}`).rejects.toMatchObject(corrupt);
      await expect(objects.readBytes(seal, { end: 3 * frameBytes }), `${length}`).rejects.toMatchObject(corrupt);
    }
  });

  it('is corrupt with frames swapped, repeated, added, or taken from another object of the same key (T-ENC2)', async () => {
    const { objects, pathOf } = await openTestFolder();
    const seal = await stored(objects, source.subarray(0, 3 * frameBytes));
    const other = { ...seal, objectId: freshId() };
    const writer = await objects.create(other);
    await writer.write(source.subarray(0, 3 * frameBytes));
    await writer.finish();
    const path = pathOf(seal.objectId);
    const split = async (from: string) => {
      const container = await readFile(from);
      const frame = (index: number) =>
        container.subarray(headerBytes + index * sealedFrameBytes).subarray(0, sealedFrameBytes);
      return [container.subarray(0, headerBytes), frame(0), frame(1), frame(2)] as const;
    };
    const [header, a, b, c] = await split(path);
    const [otherHeader, otherA, otherB, otherC] = await split(pathOf(other.objectId));
    const forgeries = [
      [header, b, a, c],
      [header, a, a, c],
      [header, a, b, c, c],
      [header, a, b, c, Buffer.alloc(28)],
      [header, a, c],
      [header, c],
      [header, a, otherB, c],
      [header, otherA, otherB, otherC],
      [otherHeader, otherA, otherB, otherC],
    ];
    for (const [index, forgery] of forgeries.entries()) {
      await writeFile(path, Buffer.concat(forgery));
      await expect(streamedBytes(objects, seal), `${index}`).rejects.toMatchObject(corrupt);
    }
    await writeFile(path, Buffer.concat([header, a, b, c]));
    expect((await streamedBytes(objects, seal)).length).toBe(3 * frameBytes);
  });

  it('gives nothing of a frame before the whole of it is verified', async () => {
    const { objects, pathOf } = await openTestFolder();
    const seal = await stored(objects, source.subarray(0, 2 * frameBytes));
    const handle = await open(pathOf(seal.objectId), 'r+');
    await handle.write(Buffer.from('x'), 0, 1, headerBytes + 2 * sealedFrameBytes - 1);
    await handle.close();
    const got: Buffer[] = [];
    const reading = async () => {
      for await (const piece of await objects.read(seal)) got.push(piece);
    };
    await expect(reading()).rejects.toMatchObject(corrupt);
    expect(Buffer.concat(got).equals(source.subarray(0, frameBytes))).toBe(true);
  });

  it('is corrupt under another key, key id or object id, or for a range behind its end', async () => {
    const { objects, pathOf } = await openTestFolder();
    const seal = await stored(objects, Buffer.alloc(0));
    const moved = { ...seal, objectId: seal.objectId.replace(/^./, 'f') };
    await copyFile(pathOf(seal.objectId), pathOf(moved.objectId));
    const wrong = [{ ...seal, key: randomBytes(32) }, { ...seal, keyId: freshId() }, moved];
    for (const each of wrong) await expect(objects.read(each)).rejects.toMatchObject(corrupt);
    await expect(objects.readBytes(seal, { end: 1 })).rejects.toMatchObject(corrupt);
    await expect(objects.readBytes(seal, { start: 1 })).rejects.toMatchObject(corrupt);
    await expect(objects.readBytes(seal, { start: 2, end: 1 })).rejects.toThrow(RangeError);
    await expect(objects.read({ ...seal, objectId: freshId() })).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('writing sealed', () => {
  it('leaves nothing behind when it is aborted, before, between or during writes', async () => {
    const { objects, filesLeft } = await openTestFolder();
    for (const size of [0, 100, 3 * frameBytes]) {
      const writer = await objects.create(freshSeal());
      await writer.write(source.subarray(0, size));
      await writer.abort();
      await writer.abort();
      await expect(writer.finish()).rejects.toThrow();
    }
    const writer = await objects.create(freshSeal());
    const writing = expect(writer.write(source)).rejects.toMatchObject({ code: 'io' });
    await expect(writer.write(source)).rejects.toThrow('The writer is busy');
    await writer.abort();
    await writing;
    expect(await filesLeft()).toEqual([]);
  });

  it('reports a full disk at any system call, leaves nothing, and goes on when there is room again', async () => {
    const files = new FaultyFiles(systemFiles());
    const { objects, filesLeft } = await openTestFolder(files);
    const seal = freshSeal();
    const attempt = async () => {
      const writer = await objects.create(seal);
      await writer.write(source);
      await writer.finish();
    };
    await attempt();
    await objects.remove(seal.objectId);
    files.failAt(-1, 'EIO');
    await attempt();
    const calls = files.calls.length;
    expect(calls).toBeGreaterThanOrEqual(8);
    await objects.remove(seal.objectId);
    for (let call = 0; call < calls; call += 1) {
      files.failAt(call, 'ENOSPC');
      await expect(attempt(), `${call}`).rejects.toMatchObject({ code: 'no_space' });
      expect(await filesLeft()).toEqual([]);
    }
    await attempt();
    expect(await objects.verify(seal)).toEqual({
      sizeBytes: source.length,
      sha256: createHash('sha256').update(source).digest('hex'),
    });
  });

  it('fails as io when the hash thread ends under it, and the next object starts another', async () => {
    const { objects, filesLeft } = await openTestFolder();
    const writer = await objects.create(freshSeal());
    await writer.write(source);
    await objects.close();
    await expect(writer.finish()).rejects.toMatchObject({ code: 'io' });
    expect(await filesLeft()).toEqual([]);
    await stored(objects, source);
  });

  it('keeps many objects apart that are written at once', async () => {
    const { objects } = await openTestFolder();
    const lengths = Array.from({ length: 12 }, (_, index) => index * 100_000);
    await Promise.all(lengths.map((length) => stored(objects, source.subarray(length, length + 3 * frameBytes))));
  });
});

describe('reading sealed', () => {
  it('closes the file when the stream ends, fails or is left early', async () => {
    const files = new FaultyFiles(systemFiles());
    const { objects } = await openTestFolder(files);
    const seal = await stored(objects, source);
    const closed = () => files.calls.filter((call) => call.startsWith('close')).length;
    const before = closed();
    await streamedBytes(objects, seal);
    expect(closed()).toBe(before + 1);
    const left = await objects.read(seal);
    const leftClosed = new Promise((resolve) => left.once('close', resolve));
    for await (const _piece of left) break;
    await leftClosed;
    expect(closed()).toBe(before + 2);
    const unread = await objects.read(seal);
    await once(unread.destroy(), 'close');
    expect(closed()).toBe(before + 3);
    await passedBytes(await objects.pass(seal));
    for await (const _piece of await objects.pass(seal)) break;
    await (await objects.pass(seal)).return?.();
    // it stays open for the next reading, until one fails: closed then, since all before have left
    expect(closed()).toBe(before + 3);
    await expect(objects.pass(seal, { end: source.length + 1 })).rejects.toMatchObject(corrupt);
    expect(closed()).toBe(before + 4);
    const held = await objects.open(seal);
    expect(held.sizeBytes).toBe(source.length);
    expect((await held.bytes({ start: 10, end: 20 })).equals(source.subarray(10, 20))).toBe(true);
    await held.close();
    expect(closed()).toBe(before + 5);
  });

  it('gives the memory of pieces that passed back, and of no others', async () => {
    const { objects } = await openTestFolder();
    const seal = await stored(objects, source);
    const passed = await gathered<Buffer>(await objects.pass(seal));
    expect(passed.map(({ length }) => length)).toEqual([0, 0, 0, 0, frameBytes]);
    const kept = await gathered<Buffer>(await objects.read(seal));
    expect(Buffer.concat(kept).equals(source)).toBe(true);
  });
});
