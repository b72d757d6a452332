import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Semaphore } from '../../concurrency/semaphore.ts';
import { systemFiles } from './file-system.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'medcloud-files-'));
});
afterEach(() => rm(folder, { recursive: true }));

it('reads a file while writes and syncs wait', async () => {
  const semaphore = new Semaphore(1);
  const files = systemFiles(semaphore);
  const file = await files.openPart(join(folder, 'file'));
  const slowDisk = Promise.withResolvers<void>();
  const before = semaphore.run(() => slowDisk.promise);
  const writing = Promise.all([file.write(Buffer.from('bytes'), 0), file.sync(), files.syncFolder(folder)]);
  const read = Buffer.alloc(5);
  for (let times = 0; times < 20; times += 1) expect(await file.read(read, 0)).toBe(0);
  expect(semaphore.waitingCount).toBe(3);
  slowDisk.resolve();
  await Promise.all([before, writing]);
  expect([await file.read(read, 0), read.toString()]).toEqual([5, 'bytes']);
  await file.close();
});
