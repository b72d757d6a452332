import { parentPort, workerData } from 'node:worker_threads';
import { inflateRawSync } from 'node:zlib';
import {
  DicomFault,
  DOCUMENT_TAIL_BYTES,
  extentOf,
  findDicom,
  indexFrames,
  isCompleteDocument,
  parseHead,
  readZipIndex,
  SNIFF_BYTES,
  sniffDocument,
  toDicomJson,
  ZipFault,
} from '@medcloud/dicom';
import { createDamagedArchive, createDamagedDocument, createDamagedFile } from './damaged-inputs.ts';
import type { FuzzKind, FuzzTask } from './fuzz.ts';
import { MemoryMeter } from './memory-meter.ts';
import { createSeededRandom, type SeededRandom } from './mutate.ts';

// CPU time of this thread only, independent of the machine's load. Measured: the slowest of 3,000 inputs took 20 ms.
const maxCpuMs = 2_000;
const maxInflatedBytes = 16 * 1024 ** 2;

const { kind, seed, rounds, maxBytes, currentRound }: FuzzTask = workerData;
const meter = new MemoryMeter(maxBytes);

/** Checks memory whenever a reader gets more bytes. */
function inflate(deflated: Uint8Array, maxOutputLength = maxInflatedBytes): Uint8Array {
  const inflated = inflateRawSync(deflated, { maxOutputLength });
  meter.check();
  return inflated;
}

const accessTo = (bytes: Uint8Array) => ({
  sizeBytes: bytes.length,
  read: async (start: number, end: number) => {
    meter.check();
    return bytes.subarray(start, end);
  },
});

/** Reads everything that the parser returns; a `DicomFault` is a valid result. */
async function checkFile(bytes: Uint8Array): Promise<void> {
  try {
    const head = parseHead(bytes, true, inflate);
    if (head === undefined) throw new Error('The parser requested more of a complete file.');
    const json = toDicomJson(head.dataSet);
    const text = JSON.stringify(json);
    meter.check();
    if (!text.startsWith('{')) throw new Error('The result is not JSON.');
    await indexFrames(accessTo(head.dataSet.bytes), head);
  } catch (error) {
    if (!(error instanceof DicomFault)) throw error;
  }
}

/** Reads what the portal reads of a document's first and last bytes: kind and extent, or none. */
async function checkDocument(bytes: Uint8Array): Promise<void> {
  const head = bytes.subarray(0, SNIFF_BYTES);
  const found = sniffDocument(head);
  if (found === null) return;
  const extent = extentOf(found, head);
  for (const side of extent === null ? [] : [extent.columns, extent.rows])
    if (!Number.isSafeInteger(side) || side < 0) throw new Error(`Invalid extent: ${side}.`);
  isCompleteDocument(found, bytes.subarray(-DOCUMENT_TAIL_BYTES));
}

async function checkArchive(bytes: Uint8Array): Promise<void> {
  try {
    const access = accessTo(bytes);
    await findDicom(await readZipIndex(access), access, inflate);
  } catch (error) {
    if (!(error instanceof ZipFault)) throw error;
  }
}

const retained: unknown[] = [];

/** Retains bytes outside the heap, which the meter must detect. */
async function retainBytes(): Promise<void> {
  retained.push(new Uint8Array(1.25 * maxBytes));
  meter.check();
}

/** Retains objects without checking memory, which the thread's own limit must detect. */
async function retainObjects(): Promise<void> {
  for (let bytes = 0; bytes < 2 * maxBytes; bytes += 65_536) retained.push(new Array(8_192).fill(bytes));
}

const kinds: Readonly<
  Record<FuzzKind, readonly [input: (random: SeededRandom) => Uint8Array, read: (bytes: Uint8Array) => Promise<void>]>
> = {
  files: [createDamagedFile, checkFile],
  archives: [createDamagedArchive, checkArchive],
  documents: [createDamagedDocument, checkDocument],
  'retained bytes': [createDamagedFile, retainBytes],
  'retained objects': [createDamagedFile, retainObjects],
};

const [input, read] = kinds[kind];
for (let round = 0; round < rounds; round++) {
  currentRound[0] = round;
  const bytes = input(createSeededRandom(seed + round));
  meter.check();
  const cpu = process.threadCpuUsage();
  await read(bytes);
  const { user, system } = process.threadCpuUsage(cpu);
  meter.check();
  if (user + system > maxCpuMs * 1_000) throw new Error(`The input took ${(user + system) / 1_000} ms.`);
}
parentPort?.postMessage(meter.peakBytes);
