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

// Of this thread alone, however busy the machine. Measured: the dearest of 3,000 inputs took 20 ms.
const maxCpuMs = 2_000;
const maxInflatedBytes = 16 * 1024 ** 2;

const { kind, seed, rounds, maxBytes, currentRound }: FuzzTask = workerData;
const meter = new MemoryMeter(maxBytes);

/** Memory is looked at wherever a reader comes by more bytes. */
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

/** Reads everything that the reader can give; a `DicomFault` is an answer too. */
async function checkFile(bytes: Uint8Array): Promise<void> {
  try {
    const head = parseHead(bytes, true, inflate);
    if (head === undefined) throw new Error('A whole file asked for more.');
    const json = toDicomJson(head.dataSet);
    const text = JSON.stringify(json);
    meter.check();
    if (!text.startsWith('{')) throw new Error('No JSON.');
    await indexFrames(accessTo(head.dataSet.bytes), head);
  } catch (error) {
    if (!(error instanceof DicomFault)) throw error;
  }
}

/** What the portal reads of a document's first and last bytes: a kind and an extent, or none. */
async function checkDocument(bytes: Uint8Array): Promise<void> {
  const head = bytes.subarray(0, SNIFF_BYTES);
  const found = sniffDocument(head);
  if (found === null) return;
  const extent = extentOf(found, head);
  for (const side of extent === null ? [] : [extent.columns, extent.rows])
    if (!Number.isSafeInteger(side) || side < 0) throw new Error(`An extent of ${side}.`);
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

const hoarded: unknown[] = [];

/** Holds so many bytes outside the heap: what the meter is there to notice. */
async function hoardBytes(): Promise<void> {
  hoarded.push(new Uint8Array(1.25 * maxBytes));
  meter.check();
}

/** The same in objects, and says nothing: what the thread's own bound is there to notice. */
async function hoardObjects(): Promise<void> {
  for (let bytes = 0; bytes < 2 * maxBytes; bytes += 65_536) hoarded.push(new Array(8_192).fill(bytes));
}

const kinds: Readonly<
  Record<FuzzKind, readonly [input: (random: SeededRandom) => Uint8Array, read: (bytes: Uint8Array) => Promise<void>]>
> = {
  files: [createDamagedFile, checkFile],
  archives: [createDamagedArchive, checkArchive],
  documents: [createDamagedDocument, checkDocument],
  'hoarded bytes': [createDamagedFile, hoardBytes],
  'hoarded objects': [createDamagedFile, hoardObjects],
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
  if (user + system > maxCpuMs * 1_000) throw new Error(`It took ${(user + system) / 1_000} ms.`);
}
parentPort?.postMessage(meter.peakBytes);
