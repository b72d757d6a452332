import { inflateRawSync } from 'node:zlib';
import { DicomFault, findDicom, indexFrames, readHead, readZipIndex, toDicomJson, ZipFault } from '@medcloud/dicom';
import { describe, expect, it } from 'vitest';
import { type Draw, drawsOf, mutate } from './mutate.ts';
import { testFile, testFilePaths } from './test-files.ts';
import { buildZip, type Member } from './zip-builder.ts';

// 5,000 as a rule; any other number, and the seed of an earlier run, by the environment.
const rounds = Number(process.env.FUZZ_ROUNDS ?? 5_000);
const seed = Number(process.env.FUZZ_SEED ?? Math.floor(Math.random() * 2 ** 32));
const maxCpuMs = 2_000;
const maxHeapBytes = 256 * 1024 ** 2;
const maxInflatedBytes = 16 * 1024 ** 2;
const smallEnough = 300_000;

const files = testFilePaths()
  .map(testFile)
  .filter((bytes) => bytes.length < smallEnough);
const pick = (draw: Draw) => files[draw(files.length)] ?? new Uint8Array();
const inflate = (deflated: Uint8Array) => inflateRawSync(deflated, { maxOutputLength: maxInflatedBytes });
const accessTo = (bytes: Uint8Array) => ({
  sizeBytes: bytes.length,
  read: async (start: number, end: number) => bytes.subarray(start, end),
});

/** What one input cost: milliseconds of CPU, and bytes of heap that it added. */
async function costOf(work: () => Promise<void>): Promise<{ cpuMs: number; heapBytes: number }> {
  const cpu = process.cpuUsage();
  const heap = process.memoryUsage().heapUsed;
  await work();
  const { user, system } = process.cpuUsage(cpu);
  return { cpuMs: (user + system) / 1_000, heapBytes: process.memoryUsage().heapUsed - heap };
}

async function fuzz(input: (draw: Draw) => Uint8Array, read: (bytes: Uint8Array) => Promise<void>): Promise<void> {
  for (let round = 0; round < rounds; round++) {
    const bytes = input(drawsOf(seed + round));
    const reproduce = `FUZZ_SEED=${seed + round} FUZZ_ROUNDS=1`;
    const { cpuMs, heapBytes } = await costOf(() =>
      read(bytes).catch((error) => expect(error, reproduce).toBeUndefined()),
    );
    expect(cpuMs, reproduce).toBeLessThan(maxCpuMs);
    expect(heapBytes, reproduce).toBeLessThan(maxHeapBytes);
  }
}

/** Reads everything that the reader can give; a `DicomFault` is an answer too. */
async function readAll(bytes: Uint8Array): Promise<void> {
  try {
    const head = readHead(bytes, true, inflate);
    if (head === undefined) throw new Error('A whole file asked for more.');
    JSON.stringify(toDicomJson(head.dataSet));
    await indexFrames(accessTo(head.dataSet.bytes), head);
  } catch (error) {
    if (!(error instanceof DicomFault)) throw error;
  }
}

async function readArchive(bytes: Uint8Array): Promise<void> {
  try {
    const access = accessTo(bytes);
    await findDicom(await readZipIndex(access), access, (raw, maxOutput) =>
      inflateRawSync(raw, { maxOutputLength: maxOutput }),
    );
  } catch (error) {
    if (!(error instanceof ZipFault)) throw error;
  }
}

describe(`${rounds} damaged inputs (FUZZ_SEED=${seed})`, () => {
  it('DICOM files: no crash, nothing that costs over 2 s or 256 MB', { timeout: 180_000 }, () =>
    fuzz((draw) => mutate(pick(draw), pick(draw), draw), readAll),
  );

  it('ZIP archives: no crash, nothing that costs over 2 s or 256 MB', { timeout: 180_000 }, () =>
    fuzz((draw) => {
      const members = Array.from(
        { length: 1 + draw(3) },
        (_, index): Member => ({
          name: `IM${index}`,
          content: pick(draw),
          method: draw(2) === 0 ? 'stored' : 'deflated',
        }),
      );
      return mutate(buildZip(members), pick(draw), draw);
    }, readArchive),
  );
});
