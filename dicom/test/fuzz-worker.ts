import { parentPort, workerData } from 'node:worker_threads';
import { inflateRawSync } from 'node:zlib';
import {
  DicomFault,
  DOCUMENT_TAIL_BYTES,
  extentOf,
  findDicom,
  indexFrames,
  isWholeDocument,
  readHead,
  readZipIndex,
  SNIFF_BYTES,
  sniffDocument,
  toDicomJson,
  ZipFault,
} from '@medcloud/dicom';
import { archiveOf, documentOf, fileOf } from './damaged-inputs.ts';
import type { FuzzKind, FuzzOrder } from './fuzz-thread.ts';
import { MemoryMeter } from './memory-meter.ts';
import { type Draw, drawsOf } from './mutate.ts';

// Of this thread alone, however busy the machine. Measured: the dearest of 3,000 inputs took 20 ms.
const maxCpuMs = 2_000;
const maxInflatedBytes = 16 * 1024 ** 2;

const { kind, seed, rounds, mostBytes, at }: FuzzOrder = workerData;
const meter = new MemoryMeter(mostBytes);

/** Memory is looked at wherever a reader comes by more bytes. */
function inflate(deflated: Uint8Array, maxOutputLength = maxInflatedBytes): Uint8Array {
  const inflated = inflateRawSync(deflated, { maxOutputLength });
  meter.look();
  return inflated;
}

const accessTo = (bytes: Uint8Array) => ({
  sizeBytes: bytes.length,
  read: async (start: number, end: number) => {
    meter.look();
    return bytes.subarray(start, end);
  },
});

/** Reads everything that the reader can give; a `DicomFault` is an answer too. */
async function readAll(bytes: Uint8Array): Promise<void> {
  try {
    const head = readHead(bytes, true, inflate);
    if (head === undefined) throw new Error('A whole file asked for more.');
    const json = toDicomJson(head.dataSet);
    const text = JSON.stringify(json);
    meter.look();
    if (!text.startsWith('{')) throw new Error('No JSON.');
    await indexFrames(accessTo(head.dataSet.bytes), head);
  } catch (error) {
    if (!(error instanceof DicomFault)) throw error;
  }
}

/** What the portal reads of a document's first and last bytes: a kind and an extent, or none. */
async function readDocument(bytes: Uint8Array): Promise<void> {
  const head = bytes.subarray(0, SNIFF_BYTES);
  const found = sniffDocument(head);
  if (found === null) return;
  const extent = extentOf(found, head);
  for (const side of extent === null ? [] : [extent.columns, extent.rows])
    if (!Number.isSafeInteger(side) || side < 0) throw new Error(`An extent of ${side}.`);
  isWholeDocument(found, bytes.subarray(-DOCUMENT_TAIL_BYTES));
}

async function readArchive(bytes: Uint8Array): Promise<void> {
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
  hoarded.push(new Uint8Array(1.25 * mostBytes));
  meter.look();
}

/** The same in objects, and says nothing: what the thread's own bound is there to notice. */
async function hoardObjects(): Promise<void> {
  for (let bytes = 0; bytes < 2 * mostBytes; bytes += 65_536) hoarded.push(new Array(8_192).fill(bytes));
}

const kinds: Readonly<
  Record<FuzzKind, readonly [input: (draw: Draw) => Uint8Array, read: (bytes: Uint8Array) => Promise<void>]>
> = {
  files: [fileOf, readAll],
  archives: [archiveOf, readArchive],
  documents: [documentOf, readDocument],
  'hoarded bytes': [fileOf, hoardBytes],
  'hoarded objects': [fileOf, hoardObjects],
};

const [input, read] = kinds[kind];
for (let round = 0; round < rounds; round++) {
  at[0] = round;
  const bytes = input(drawsOf(seed + round));
  meter.look();
  const cpu = process.threadCpuUsage();
  await read(bytes);
  const { user, system } = process.threadCpuUsage(cpu);
  meter.look();
  if (user + system > maxCpuMs * 1_000) throw new Error(`It took ${(user + system) / 1_000} ms.`);
}
parentPort?.postMessage(meter.worstBytes);
