import { syncBuiltinESMExports } from 'node:module';
import zlib, { deflateRawSync } from 'node:zlib';
import { Fault } from '@medcloud/contract/faults';
import { buildZip, type Member } from '@medcloud/dicom/test/zip-builder.ts';
import { expect, it, onTestFinished, vi } from 'vitest';
import { newObjectKey, openTestFolder } from '../../../platform/blobs/test-folder.ts';
import { checkArchive } from './check-archive.ts';

/** Stores an archive for `checkArchive`. */
async function storeArchive(members: Member[]) {
  const { objects } = await openTestFolder();
  const objectKey = newObjectKey();
  const writer = await objects.create(objectKey);
  await writer.write(Buffer.from(buildZip(members)));
  await writer.finish();
  return { objects, objectKey };
}

/** Never advances, so tests do not reach the time limit on a slow machine. */
const fixedClock = { now: () => new Date(0) };

/** Counts the inflate streams created from now on, and their output bytes. */
function spyOnInflate() {
  const inflating = { streams: 0, bytes: 0 };
  const create = zlib.createInflateRaw;
  const spy = vi.spyOn(zlib, 'createInflateRaw').mockImplementation((options) => {
    inflating.streams += 1;
    const stream = create(options);
    const push = stream.push.bind(stream);
    stream.push = (chunk: Buffer | null) => {
      inflating.bytes += chunk?.length ?? 0;
      return push(chunk);
    };
    return stream;
  });
  syncBuiltinESMExports();
  onTestFinished(() => {
    spy.mockRestore();
    syncBuiltinESMExports();
  });
  return inflating;
}

const zerosBytes = 2_000_000;
// about 2 KB, deflated once: the tests are about reading it
const deflatedZeros = deflateRawSync(Buffer.alloc(zerosBytes), { level: 9 });
const zeros = (name: string): Member => ({ name, content: deflatedZeros, claims: { method: 8, size: zerosBytes } });

const deflatedText = deflateRawSync('a text');
const text = (name: string): Member => ({ name, content: deflatedText, claims: { method: 8, size: 6 } });

it('inflates only the beginning of each member', async () => {
  const members = 100;
  const { objects, objectKey } = await storeArchive(
    Array.from({ length: members }, (_, index) => zeros(`zeros ${index}`)),
  );
  const inflating = spyOnInflate();
  await expect(checkArchive(objects, fixedClock, objectKey)).rejects.toMatchObject({ code: 'no_dicom' });
  expect(inflating.streams).toBe(members);
  // Measured: 4,096 of 2,000,000 bytes each.
  expect(inflating.bytes).toBeLessThan((members * zerosBytes) / 20);
});

it('checks 20,000 members with few reads and linear CPU time', async () => {
  const inflating = spyOnInflate();
  /** Returns what checking so many members takes: reads, and CPU time of this thread in microseconds. */
  const costOf = async (length: number) => {
    const { objects, objectKey } = await storeArchive(Array.from({ length }, (_, index) => text(`${index}.txt`)));
    const object = await objects.open(objectKey);
    vi.spyOn(objects, 'open').mockResolvedValue(object);
    const read = vi.spyOn(object, 'bytes');
    const before = process.threadCpuUsage();
    await expect(checkArchive(objects, fixedClock, objectKey)).rejects.toMatchObject({ code: 'no_dicom' });
    const { user, system } = process.threadCpuUsage(before);
    return { reads: read.mock.calls.length, cpu: user + system };
  };
  const few = await costOf(2_000);
  const all = await costOf(20_000);
  // Measured: 13 reads, in windows. One read and one stream per member took 20,000 of both, and 12.2 s of CPU instead
  // of 0.6.
  expect(all.reads).toBeLessThan(30);
  expect(inflating.streams).toBe(0);
  // Ten times the members take ten times the CPU time; quadratic work would take a hundred times. The system counts in
  // steps of up to 10 ms.
  expect(all.cpu).toBeLessThan(40 * (few.cpu + 10_000));
});

it('rejects a member that inflates beyond its declared size, inflated at once or by a stream (T-F1)', async () => {
  for (const size of [3_000, 60_000]) {
    const { objects, objectKey } = await storeArchive([{ ...zeros('A'), claims: { method: 8, size } }]);
    const code = size < 4_096 ? 'unsafe_archive' : 'no_dicom';
    await expect(checkArchive(objects, fixedClock, objectKey)).rejects.toMatchObject({ code });
  }
});

it('rejects an archive with unsafe_archive if the check takes more than a minute', async () => {
  const { objects, objectKey } = await storeArchive([zeros('A'), zeros('B')]);
  let nowMs = 0;
  const slowClock = {
    now() {
      nowMs += 20_000;
      return new Date(nowMs);
    },
  };
  await expect(checkArchive(objects, slowClock, objectKey)).rejects.toEqual(new Fault('unsafe_archive'));
});
