import { randomBytes } from 'node:crypto';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { BlobError } from '../blob-error.ts';
import { collect, newObjectId, openTestFolder } from '../test-folder.ts';
import { FaultyFiles, type FileFault } from './faulty-files.ts';
import { systemFiles } from './file-system.ts';

const mebibyte = 1_048_576;

describe('FileStore commit', () => {
  it('writes, syncs, closes and renames the file, then syncs its folder; syncs a new folder first', async () => {
    const files = new FaultyFiles(systemFiles());
    const { store } = await openTestFolder(files);
    expect(files.calls.map((call) => call.split(' ')[0])).toEqual(['makeFolder', 'syncFolder']);
    const id = newObjectId();
    const digits = id.slice(-2);
    files.calls.length = 0;
    const writer = await store.create(id);
    await writer.write(randomBytes(mebibyte + 1));
    await writer.commit();
    expect(files.calls).toEqual([
      `makeFolder ${digits}`,
      'syncFolder objects',
      `create ${id}.part`,
      `exists ${id}`,
      `write ${id}.part`,
      `write ${id}.part`,
      `sync ${id}.part`,
      `close ${id}.part`,
      `rename ${id}.part`,
      `syncFolder ${digits}`,
    ]);
  });

  it('keeps this order for an object so large that it is synced between writes', async () => {
    const files = new FaultyFiles(systemFiles());
    const { store } = await openTestFolder(files);
    const id = newObjectId();
    const writer = await store.create(id);
    const chunk = randomBytes(mebibyte);
    for (let count = 0; count < 40; count += 1) await writer.write(chunk);
    await writer.commit();
    const calls = files.calls.map((call) => call.split(' ')[0]);
    expect(calls.filter((call) => call === 'sync')).toHaveLength(3);
    expect(calls.slice(-4)).toEqual(['sync', 'close', 'rename', 'syncFolder']);
    expect(calls.lastIndexOf('write')).toBe(calls.length - 5);
  });
});

describe('FileStore with a failing system call', () => {
  const bytes = randomBytes(3 * mebibyte + 5);

  async function storeWithFault(call: number, fault: FileFault) {
    const files = new FaultyFiles(systemFiles());
    const test = await openTestFolder(files);
    const id = newObjectId();
    files.failAt(call, fault);
    const work = async () => {
      const writer = await test.store.create(id);
      await writer.write(bytes.subarray(0, 2 * mebibyte));
      await writer.write(bytes.subarray(2 * mebibyte));
      await writer.commit();
    };
    const failure = await work().then(
      () => undefined,
      (error: unknown) => error,
    );
    return { ...test, id, failure, calls: [...files.calls] };
  }

  async function callsOfOneObject(): Promise<number> {
    return (await storeWithFault(-1, 'EIO')).calls.length;
  }

  it.each([
    { fault: 'ENOSPC', code: 'no_space' },
    { fault: 'EIO', code: 'io' },
  ] as const)('fails with $code and leaves no file if any one call fails with $fault', async ({ fault, code }) => {
    const count = await callsOfOneObject();
    expect(count).toBe(12);
    for (let call = 0; call < count; call += 1) {
      const { failure, filesLeft, calls, store, id } = await storeWithFault(call, fault);
      expect(failure, calls[call]).toBeInstanceOf(BlobError);
      expect(failure, calls[call]).toMatchObject({ code });
      expect(await filesLeft(), calls[call]).toEqual([]);
      // The disk has space again: the same id can be written.
      const writer = await store.create(id);
      await writer.write(bytes);
      await writer.commit();
    }
  });

  it('writes the rest after a short write', async () => {
    const count = await callsOfOneObject();
    for (let call = 0; call < count; call += 1) {
      const { failure, pathOf, id } = await storeWithFault(call, 'short');
      expect(failure).toBeUndefined();
      expect((await readFile(pathOf(id))).equals(bytes)).toBe(true);
    }
  });

  it('fails with io if a write writes no byte', async () => {
    const idle = new FaultyFiles({
      ...systemFiles(),
      create: async (path) => ({ ...(await systemFiles().create(path)), write: async () => 0 }),
    });
    const { store, filesLeft } = await openTestFolder(idle);
    const writer = await store.create(newObjectId());
    await writer.write(bytes.subarray(0, 10));
    await expect(writer.commit()).rejects.toMatchObject({ code: 'io' });
    expect(await filesLeft()).toEqual([]);
  });

  it('fails with io if an intermediate sync failed', async () => {
    const files = new FaultyFiles(systemFiles());
    const { store, filesLeft } = await openTestFolder(files);
    const writer = await store.create(newObjectId());
    const chunk = randomBytes(mebibyte);
    files.failAt(16, 'EIO');
    const work = async () => {
      for (let count = 0; count < 20; count += 1) await writer.write(chunk);
      await writer.commit();
    };
    await expect(work()).rejects.toMatchObject({ code: 'io' });
    expect(files.calls[16]).toMatch(/^sync /);
    expect(await filesLeft()).toEqual([]);
  });

  it('rejects reads with a BlobError', async () => {
    const files = new FaultyFiles(systemFiles());
    const { store } = await openTestFolder(files);
    await expect(store.open(newObjectId())).rejects.toMatchObject({ code: 'not_found' });
    const id = newObjectId();
    const writer = await store.create(id);
    await writer.write(Buffer.from('abc'));
    await writer.commit();
    files.failAt(2, 'EIO');
    const reader = await store.open(id);
    await expect(reader.read(0, Buffer.alloc(3))).rejects.toMatchObject({ code: 'io' });
    await reader.close();
    files.failAt(1, 'EIO');
    await expect(store.open(id)).rejects.toMatchObject({ code: 'io' });
    expect(files.calls.at(-1)).toMatch(/^close /);
  });
});

describe('FileStore objects', () => {
  it('hides an object until it is committed and makes it readable for the owner only', async () => {
    const { store, pathOf } = await openTestFolder();
    const id = newObjectId();
    const writer = await store.create(id);
    await writer.write(randomBytes(2 * mebibyte));
    await expect(store.open(id)).rejects.toMatchObject({ code: 'not_found' });
    await writer.commit();
    expect((await stat(pathOf(id))).mode & 0o777).toBe(0o600);
    expect((await stat(dirname(pathOf(id)))).mode & 0o777).toBe(0o700);
    const reader = await store.open(id);
    expect(reader.sizeBytes).toBe(2 * mebibyte);
    expect(await reader.read(2 * mebibyte - 3, Buffer.alloc(10))).toBe(3);
    await reader.close();
    await reader.close();
  });

  it('leaves no file after an abort at any point, also during a write, and ignores a second abort', async () => {
    const { store, filesLeft } = await openTestFolder();
    for (const size of [0, 1, mebibyte, 5 * mebibyte]) {
      const writer = await store.create(newObjectId());
      const writing = writer.write(randomBytes(size));
      if (size === 5 * mebibyte) {
        const rejected = expect(writing).rejects.toMatchObject({ code: 'io' });
        await writer.abort();
        await rejected;
      } else {
        await writing;
      }
      await writer.abort();
      await writer.abort();
      await expect(writer.write(Buffer.from('x'))).rejects.toMatchObject({ code: 'io' });
      await expect(writer.commit()).rejects.toMatchObject({ code: 'io' });
    }
    expect(await filesLeft()).toEqual([]);
  });

  it('rejects a second write of the same id with exists, concurrent or later', async () => {
    const { store, pathOf } = await openTestFolder();
    const id = newObjectId();
    const writer = await store.create(id);
    await expect(store.create(id)).rejects.toMatchObject({ code: 'exists' });
    await writer.write(Buffer.from('first'));
    await writer.commit();
    await writer.abort();
    await expect(store.create(id)).rejects.toMatchObject({ code: 'exists' });
    expect(await readFile(pathOf(id), 'utf8')).toBe('first');
  });

  it('removes an object with its partial version and succeeds if there is none', async () => {
    const { store, pathOf, filesLeft } = await openTestFolder();
    const id = newObjectId();
    await (await store.create(id)).commit();
    await writeFile(`${pathOf(id)}.part`, 'left by a crash');
    await store.remove(id);
    await store.remove(id);
    expect(await filesLeft()).toEqual([]);
  });

  it('rejects an id that is not a UUID with not_found', async () => {
    const { store } = await openTestFolder();
    for (const id of ['../../etc/passwd', '', 'A0000000-0000-0000-0000-000000000000']) {
      await expect(store.open(id)).rejects.toMatchObject({ code: 'not_found' });
      await expect(store.create(id)).rejects.toMatchObject({ code: 'not_found' });
      await expect(store.remove(id)).rejects.toMatchObject({ code: 'not_found' });
    }
  });
});

describe('FileStore', () => {
  it('lists complete and partial objects and ignores foreign files', async () => {
    const { store, folder, pathOf } = await openTestFolder();
    const [complete, partial] = [newObjectId(), newObjectId()];
    const first = await store.create(complete);
    await first.write(Buffer.from('whole'));
    await first.commit();
    const second = await store.create(partial);
    await second.write(randomBytes(mebibyte));
    await writeFile(join(dirname(pathOf(complete)), 'notes.txt'), 'of an operator');
    await writeFile(join(folder, 'objects', '.DS_Store'), '');
    const found = await collect(store.list());
    expect(found).toHaveLength(2);
    expect(found).toContainEqual({ id: complete, isPartial: false, sizeBytes: 5, modifiedAt: expect.any(Date) });
    expect(found).toContainEqual(expect.objectContaining({ id: partial, isPartial: true }));
    await second.abort();
  });

  it('returns its usage, and probes without leaving a file', async () => {
    const files = new FaultyFiles(systemFiles());
    const { store, filesLeft } = await openTestFolder(files);
    const { usedBytes, availableBytes } = await store.usage();
    expect(usedBytes).toBeGreaterThan(0);
    expect(availableBytes).toBeGreaterThan(0);
    files.calls.length = 0;
    await store.probe();
    const calls = files.calls.length;
    for (let call = 0; call < calls; call += 1) {
      files.failAt(call, 'ENOSPC');
      await expect(store.probe(), `${call}`).rejects.toMatchObject({ code: 'no_space' });
      // A file that cannot be removed stays until the deletion of orphans.
      if (!files.calls[call]?.startsWith('remove')) expect(await filesLeft(), files.calls[call]).toEqual([]);
      for (const { id } of await collect(store.list())) await store.remove(id);
    }
    await store.probe();
    expect(await filesLeft()).toEqual([]);
  });
});
