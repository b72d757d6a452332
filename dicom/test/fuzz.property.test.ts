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

/** Words that a document's structure is made of, put where they do not belong. */
const documentWords = [
  '%PDF-1.7',
  '%%EOF',
  'startxref',
  'IHDR',
  'IEND',
  'acTL',
  '\u00ff\u00d8',
  '\u00ff\u00d9',
  '\u00ff\u00c0',
];
const latin = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));

/** The beginning and the end of each kind of document, around bytes of another file. */
function documentOf(draw: Draw): Uint8Array {
  const png = [
    ...latin('\u0089PNG\r\n\u001a\n'),
    0,
    0,
    0,
    13,
    ...latin('IHDR'),
    0,
    0,
    1,
    0,
    0,
    0,
    0,
    128,
    8,
    2,
    0,
    0,
    0,
  ];
  const jpeg = [
    0xff,
    0xd8,
    0xff,
    0xe0,
    0,
    16,
    ...latin('JFIF'),
    0,
    1,
    1,
    0,
    0,
    1,
    0,
    1,
    0,
    0,
    0xff,
    0xc0,
    0,
    17,
    8,
    1,
    0,
    2,
    0,
  ];
  const kinds = [
    [latin('%PDF-1.7\n'), latin('\nstartxref\n9\n%%EOF\n')],
    [Uint8Array.from(png), latin('\u0000\u0000\u0000\u0000IEND\u00aeB`\u0082')],
    [Uint8Array.from(jpeg), Uint8Array.from([0xff, 0xd9])],
  ];
  const [head, tail] = kinds[draw(kinds.length)] ?? [];
  const word = latin(documentWords[draw(documentWords.length)] ?? '');
  const middle = mutate(Uint8Array.from(pick(draw).subarray(0, 4_000)), word, draw);
  const whole = Buffer.concat([head ?? word, middle, word, tail ?? word]);
  return draw(2) === 0 ? whole : Buffer.concat([mutate(head ?? word, word, draw), whole.subarray(draw(60))]);
}

/** What the portal reads of a document's first and last bytes: a kind and an extent, or none. */
async function readDocument(bytes: Uint8Array): Promise<void> {
  const head = bytes.subarray(0, SNIFF_BYTES);
  const kind = sniffDocument(head);
  if (kind === null) return;
  const extent = extentOf(kind, head);
  for (const side of extent === null ? [] : [extent.columns, extent.rows])
    if (!Number.isSafeInteger(side) || side < 0) throw new Error(`An extent of ${side}.`);
  isWholeDocument(kind, bytes.subarray(-DOCUMENT_TAIL_BYTES));
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
  it('DICOM files: no crash, nothing that costs over 2 s or 256 MB (T-F1)', { timeout: 180_000 }, () =>
    fuzz((draw) => mutate(pick(draw), pick(draw), draw), readAll),
  );

  it('ZIP archives: no crash, nothing that costs over 2 s or 256 MB (T-F1)', { timeout: 180_000 }, () =>
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

  it('documents: no crash, nothing that costs over 2 s or 256 MB', { timeout: 180_000 }, () =>
    fuzz(documentOf, readDocument),
  );
});
