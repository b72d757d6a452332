import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { copyFile, open, readFile, truncate, writeFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { encryptedSegmentBytes, headerBytes, layoutOf, segmentBytes } from './container.ts';
import { FaultyFiles } from './files/faulty-files.ts';
import { systemFiles } from './files/file-system.ts';
import {
  copyTransientBytes,
  corrupt,
  flipAnyBit,
  readInAnyRange,
  readStreamBytes,
  source,
  storeObject,
} from './test-encrypted.ts';
import { collect, newObjectId, newObjectKey, openTestFolder } from './test-folder.ts';

describe('EncryptedStore', () => {
  it('returns the same bytes for any chunk sizes written and any range read', () => readInAnyRange(30));

  it('writes a container whose length and plaintext size follow from each other', async () => {
    const { objects, pathOf } = await openTestFolder();
    for (const length of [0, 1, segmentBytes, segmentBytes + 1]) {
      const objectKey = await storeObject(objects, source.subarray(0, length));
      const container = await readFile(pathOf(objectKey.objectId));
      const segmentCount = Math.max(1, Math.ceil(length / segmentBytes));
      expect(container.length).toBe(headerBytes + length + segmentCount * 28);
      expect(layoutOf(container.length)).toEqual({ sizeBytes: length, segmentCount });
      expect(container.subarray(0, 8).toString('latin1')).toBe('MCSEAL1\0');
    }
  });

  it('leaves no plaintext on disk during a write or after it (T-ENC1)', async () => {
    const { objects, pathOf } = await openTestFolder();
    const canary = 'PAPADOPOULOS^GEORGIOS';
    const objectKey = newObjectKey();
    const writer = await objects.create(objectKey);
    await writer.write(Buffer.from(canary.repeat(150_000)));
    const part = await readFile(`${pathOf(objectKey.objectId)}.part`);
    await writer.finish();
    const complete = await readFile(pathOf(objectKey.objectId));
    expect(part.length).toBeGreaterThan(1_000_000);
    for (const file of [part, complete]) expect(file.includes(canary.slice(0, 8))).toBe(false);
  });

  it('encrypts the same bytes to different ciphertext each time', async () => {
    const { objects, pathOf } = await openTestFolder();
    const objectKey = newObjectKey();
    const files: Buffer[] = [];
    for (let time = 0; time < 2; time += 1) {
      const writer = await objects.create(objectKey);
      await writer.write(Buffer.alloc(100));
      await writer.finish();
      files.push(await readFile(pathOf(objectKey.objectId)));
      await objects.remove(objectKey.objectId);
    }
    const [first, second] = files;
    expect(first?.subarray(headerBytes).equals(second?.subarray(headerBytes) ?? Buffer.alloc(0))).toBe(false);
  });

  it('reads only the segments that a range needs', async () => {
    const files = new FaultyFiles(systemFiles());
    const { objects } = await openTestFolder(files);
    const objectKey = await storeObject(objects, source);
    const reads = async (range: object) => {
      files.calls.length = 0;
      await objects.readBytes(objectKey, range);
      return files.calls.filter((call) => call.startsWith('read')).length - 1;
    };
    expect(await reads({ start: segmentBytes, end: 2 * segmentBytes })).toBe(1);
    expect(await reads({ start: segmentBytes - 1, end: segmentBytes + 1 })).toBe(2);
    expect(await reads({ start: 5 * segmentBytes - 1 })).toBe(1);
    // Blocks of one, two and two segments.
    expect(await reads({})).toBe(3);
  });

  it('yields to the event loop between segments of large chunks, with many writers at once', async () => {
    const { objects } = await openTestFolder();
    const writers = await Promise.all(Array.from({ length: 8 }, () => objects.create(newObjectKey())));
    let turns = 0;
    let isDone = false;
    const turn = () => {
      turns += 1;
      if (!isDone) setImmediate(turn);
    };
    setImmediate(turn);
    // So few bytes that no writer waits for the disk or the hash.
    await Promise.all(writers.map((writer) => writer.write(Buffer.alloc(5 * segmentBytes))));
    isDone = true;
    expect(turns).toBeGreaterThanOrEqual(2);
    for (const writer of writers) await writer.abort();
  });
});

describe('EncryptedStore with an altered container', () => {
  it('rejects a range with corrupt if any one of its bits was flipped (T-INT1)', () => flipAnyBit(60));

  it('rejects a container with corrupt if it was cut between or inside segments (T-ENC2)', async () => {
    const { objects, pathOf } = await openTestFolder();
    const objectKey = await storeObject(objects, source.subarray(0, 3 * segmentBytes));
    const path = pathOf(objectKey.objectId);
    const borders = [0, 1, 2, 3].map((segment) => headerBytes + segment * encryptedSegmentBytes);
    const lengths = [
      0,
      1,
      headerBytes - 1,
      ...borders.flatMap((at) => [at, at + 1, at + 27, at + 28, at + 29, at + 5000]),
    ];
    const containerLength = headerBytes + 3 * encryptedSegmentBytes;
    for (const length of lengths.filter((each) => each < containerLength).sort((a, b) => b - a)) {
      await truncate(path, length);
      await expect(readStreamBytes(objects, objectKey), `${length}`).rejects.toMatchObject(corrupt);
      await expect(objects.readBytes(objectKey, { end: 3 * segmentBytes }), `${length}`).rejects.toMatchObject(corrupt);
    }
  });

  it('rejects swapped, repeated, added or foreign segments of the same key with corrupt (T-ENC2)', async () => {
    const { objects, pathOf } = await openTestFolder();
    const objectKey = await storeObject(objects, source.subarray(0, 3 * segmentBytes));
    const other = { ...objectKey, objectId: newObjectId() };
    const writer = await objects.create(other);
    await writer.write(source.subarray(0, 3 * segmentBytes));
    await writer.finish();
    const path = pathOf(objectKey.objectId);
    const split = async (from: string) => {
      const container = await readFile(from);
      const segment = (index: number) =>
        container.subarray(headerBytes + index * encryptedSegmentBytes).subarray(0, encryptedSegmentBytes);
      return [container.subarray(0, headerBytes), segment(0), segment(1), segment(2)] as const;
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
      await expect(readStreamBytes(objects, objectKey), `${index}`).rejects.toMatchObject(corrupt);
    }
    await writeFile(path, Buffer.concat([header, a, b, c]));
    expect((await readStreamBytes(objects, objectKey)).length).toBe(3 * segmentBytes);
  });

  it('returns no byte of a segment that fails authentication', async () => {
    const { objects, pathOf } = await openTestFolder();
    const objectKey = await storeObject(objects, source.subarray(0, 2 * segmentBytes));
    const handle = await open(pathOf(objectKey.objectId), 'r+');
    const last = headerBytes + 2 * encryptedSegmentBytes - 1;
    const byte = Buffer.alloc(1);
    await handle.read(byte, 0, 1, last);
    byte[0] = ~(byte[0] ?? 0);
    await handle.write(byte, 0, 1, last);
    await handle.close();
    const received: Buffer[] = [];
    const reading = async () => {
      for await (const chunk of await objects.read(objectKey)) received.push(chunk);
    };
    await expect(reading()).rejects.toMatchObject(corrupt);
    expect(Buffer.concat(received).equals(source.subarray(0, segmentBytes))).toBe(true);
  });

  it('rejects another key, key id or object id, and a range beyond the end, with corrupt', async () => {
    const { objects, pathOf } = await openTestFolder();
    const objectKey = await storeObject(objects, Buffer.alloc(0));
    const moved = { ...objectKey, objectId: objectKey.objectId.replace(/^./, 'f') };
    await copyFile(pathOf(objectKey.objectId), pathOf(moved.objectId));
    const wrong = [{ ...objectKey, key: randomBytes(32) }, { ...objectKey, keyId: newObjectId() }, moved];
    for (const each of wrong) await expect(objects.read(each)).rejects.toMatchObject(corrupt);
    await expect(objects.readBytes(objectKey, { end: 1 })).rejects.toMatchObject(corrupt);
    await expect(objects.readBytes(objectKey, { start: 1 })).rejects.toMatchObject(corrupt);
    await expect(objects.readBytes(objectKey, { start: 2, end: 1 })).rejects.toThrow(RangeError);
    await expect(objects.read({ ...objectKey, objectId: newObjectId() })).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('EncryptedWriter', () => {
  it('leaves no file when it is aborted before, between or during writes', async () => {
    const { objects, filesLeft } = await openTestFolder();
    for (const size of [0, 100, 3 * segmentBytes]) {
      const writer = await objects.create(newObjectKey());
      await writer.write(source.subarray(0, size));
      await writer.abort();
      await writer.abort();
      await expect(writer.finish()).rejects.toThrow();
    }
    const writer = await objects.create(newObjectKey());
    const writing = expect(writer.write(source)).rejects.toMatchObject({ code: 'io' });
    await expect(writer.write(source)).rejects.toThrow('The writer is busy');
    await writer.abort();
    await writing;
    expect(await filesLeft()).toEqual([]);
  });

  it('reports no_space at any system call, leaves no file, and writes again once there is space', async () => {
    const files = new FaultyFiles(systemFiles());
    const { objects, filesLeft } = await openTestFolder(files);
    const objectKey = newObjectKey();
    const attempt = async () => {
      const writer = await objects.create(objectKey);
      await writer.write(source);
      await writer.finish();
    };
    await attempt();
    await objects.remove(objectKey.objectId);
    files.failAt(-1, 'EIO');
    await attempt();
    const calls = files.calls.length;
    expect(calls).toBeGreaterThanOrEqual(8);
    await objects.remove(objectKey.objectId);
    for (let call = 0; call < calls; call += 1) {
      files.failAt(call, 'ENOSPC');
      await expect(attempt(), `${call}`).rejects.toMatchObject({ code: 'no_space' });
      expect(await filesLeft()).toEqual([]);
    }
    await attempt();
    expect(await objects.verify(objectKey)).toEqual({
      sizeBytes: source.length,
      sha256: createHash('sha256').update(source).digest('hex'),
    });
  });

  it('fails with io if the hash worker ends meanwhile; the next object starts a new worker', async () => {
    const { objects, filesLeft } = await openTestFolder();
    const writer = await objects.create(newObjectKey());
    await writer.write(source);
    await objects.close();
    await expect(writer.finish()).rejects.toMatchObject({ code: 'io' });
    expect(await filesLeft()).toEqual([]);
    await storeObject(objects, source);
  });

  it('writes many objects at once without mixing their bytes', async () => {
    const { objects } = await openTestFolder();
    const lengths = Array.from({ length: 12 }, (_, index) => index * 100_000);
    await Promise.all(
      lengths.map((length) => storeObject(objects, source.subarray(length, length + 3 * segmentBytes))),
    );
  });
});

describe('EncryptedStore reads', () => {
  it('closes the file when the stream ends, fails or is stopped early', async () => {
    const files = new FaultyFiles(systemFiles());
    const { objects } = await openTestFolder(files);
    const objectKey = await storeObject(objects, source);
    const closed = () => files.calls.filter((call) => call.startsWith('close')).length;
    const before = closed();
    await readStreamBytes(objects, objectKey);
    expect(closed()).toBe(before + 1);
    const abandoned = await objects.read(objectKey);
    const abandonedClosed = new Promise((resolve) => abandoned.once('close', resolve));
    for await (const _chunk of abandoned) break;
    await abandonedClosed;
    expect(closed()).toBe(before + 2);
    const unread = await objects.read(objectKey);
    await once(unread.destroy(), 'close');
    expect(closed()).toBe(before + 3);
    await copyTransientBytes(await objects.readTransientChunks(objectKey));
    for await (const _chunk of await objects.readTransientChunks(objectKey)) break;
    await (await objects.readTransientChunks(objectKey)).return?.();
    // The file stays open for the next read. A failed read closes it, because no other read is left.
    expect(closed()).toBe(before + 3);
    await expect(objects.readTransientChunks(objectKey, { end: source.length + 1 })).rejects.toMatchObject(corrupt);
    expect(closed()).toBe(before + 4);
    const object = await objects.open(objectKey);
    expect(object.sizeBytes).toBe(source.length);
    expect((await object.bytes({ start: 10, end: 20 })).equals(source.subarray(10, 20))).toBe(true);
    await object.close();
    expect(closed()).toBe(before + 5);
  });

  it('releases the memory of transient chunks only', async () => {
    const { objects } = await openTestFolder();
    const objectKey = await storeObject(objects, source);
    const transient = await collect<Buffer>(await objects.readTransientChunks(objectKey));
    expect(transient.map(({ length }) => length)).toEqual([0, 0, 0, 0, segmentBytes]);
    const retained = await collect<Buffer>(await objects.read(objectKey));
    expect(Buffer.concat(retained).equals(source)).toBe(true);
  });
});
