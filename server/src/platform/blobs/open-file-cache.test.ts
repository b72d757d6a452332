import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { waitUntil } from '../../../test/harness/wait-until.ts';
import { headerBytes, type ObjectKey, segmentBytes } from './container.ts';
import type { EncryptedStore } from './encrypted-store.ts';
import { FaultyFiles } from './files/faulty-files.ts';
import { systemFiles } from './files/file-system.ts';
import { OpenFileCache } from './open-file-cache.ts';
import { collect, newObjectKey, openTestFolder } from './test-folder.ts';

const bytes = randomBytes(2 * segmentBytes);
const longMs = 600_000;

async function storeObject(objects: EncryptedStore): Promise<ObjectKey> {
  const objectKey = newObjectKey();
  const writer = await objects.create(objectKey);
  await writer.write(Buffer.from(bytes));
  await writer.finish();
  return objectKey;
}

describe('OpenFileCache', () => {
  it('opens an object once for successive and concurrent readers, and never after its removal', async () => {
    // The cache keeps it for two seconds, which do not elapse here.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const files = new FaultyFiles(systemFiles());
    const { objects } = await openTestFolder(files);
    const objectKey = await storeObject(objects);
    files.calls.length = 0;
    const read = (start: number) => objects.readPart(objectKey, { start, end: start + 10 });
    expect(await Promise.all([read(0), read(segmentBytes)])).toEqual(
      [0, segmentBytes].map((at) => bytes.subarray(at, at + 10)),
    );
    expect(
      Buffer.concat(await collect<Buffer>(await objects.readTransientChunks(objectKey, { start: 5, end: 25 }))),
    ).toEqual(bytes.subarray(5, 25));
    expect(files.calls.filter((call) => call.startsWith('open'))).toHaveLength(1);
    expect(files.calls.filter((call) => call.startsWith('close'))).toHaveLength(0);

    await objects.remove(objectKey.objectId);
    expect(files.calls.filter((call) => call.startsWith('close'))).toHaveLength(1);
    await expect(read(0)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('lets a running read of a removed object finish, then closes the file', async () => {
    const files = new FaultyFiles(systemFiles());
    const { objects } = await openTestFolder(files);
    const objectKey = await storeObject(objects);
    const chunks = await objects.readTransientChunks(objectKey, { end: segmentBytes });
    await objects.remove(objectKey.objectId);
    files.calls.length = 0;
    expect(Buffer.concat(await collect<Buffer>(chunks))).toEqual(bytes.subarray(0, segmentBytes));
    await waitUntil(() => files.calls.some((call) => call.startsWith('close')));
  });

  it('opens an object again after a failed read', async () => {
    const { objects, pathOf } = await openTestFolder();
    const objectKey = await storeObject(objects);
    const stored = await readFile(pathOf(objectKey.objectId));
    const read = () => objects.readPart(objectKey, { start: 0, end: 10 });
    await writeFile(pathOf(objectKey.objectId), stored.with(headerBytes + 20, (stored[headerBytes + 20] ?? 0) ^ 1));
    await expect(read()).rejects.toMatchObject({ code: 'corrupt' });
    await objects.remove(objectKey.objectId);
    await writeFile(pathOf(objectKey.objectId), stored);
    expect(await read()).toEqual(bytes.subarray(0, 10));
  });

  it('opens an object again for the next reader after a failed open', async () => {
    const files = new FaultyFiles(systemFiles());
    const { objects } = await openTestFolder(files);
    const objectKey = await storeObject(objects);
    files.failAt(0, 'EIO');
    const read = () => objects.readPart(objectKey, { start: 0, end: 10 });
    await expect(read()).rejects.toMatchObject({ code: 'io' });
    expect(await read()).toEqual(bytes.subarray(0, 10));
  });

  it('closes an object after its idle time, and the least recently used beyond 64', async () => {
    const { objects, store } = await openTestFolder();
    let openCount = 0;
    const openCountingCache = (idleMs: number) => {
      const cache = new OpenFileCache(async (id) => {
        const reader = await store.open(id);
        openCount += 1;
        const close = async () => {
          openCount -= 1;
          await reader.close();
        };
        return { sizeBytes: reader.sizeBytes, read: (position, buffer) => reader.read(position, buffer), close };
      }, idleMs);
      onTestFinished(() => cache.close());
      return cache;
    };
    const objectKeys = await Promise.all(Array.from({ length: 70 }, () => storeObject(objects)));
    const fullCache = openCountingCache(longMs);
    for (const objectKey of objectKeys) await (await fullCache.acquire(objectKey)).close();
    expect(openCount).toBe(64);
    await fullCache.close();
    expect(openCount).toBe(0);

    const briefCache = openCountingCache(20);
    const [first] = objectKeys;
    if (first === undefined) throw new Error('Nothing is stored.');
    const cached = await briefCache.acquire(first);
    await (await briefCache.acquire(first)).close();
    expect(openCount).toBe(1);
    await cached.close();
    await waitUntil(() => openCount === 0);
  });
});
