import { type FileHandle, mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type DroppedFile, readDroppedFiles } from '@medcloud/dicom';
import { ctVolume } from '@medcloud/server/test/phantom/ct-volume.ts';
import { persons } from '@medcloud/server/test/phantom/persons.ts';
import { zipOf } from '@medcloud/server/test/phantom/zip-of.ts';
import { measureMs, mebibyte, median } from './upload/plain-write.ts';

/*
 * Claim: the preflight of a thousand CT slices (header, patient, study and series of each), as separate files or as ZIP
 * members, takes at most twice the time of reading all their bytes from the system's cache in the same run. The cache
 * is the fastest possible source; disks, sticks and CDs are far slower.
 */

const count = 1_000;
const renderedSlices = 12;
const rounds = 5;
const maxShare = 2;

interface OpenedFile {
  handle: FileHandle;
  dropped: DroppedFile;
}

async function openFile(path: string): Promise<OpenedFile> {
  const handle = await open(path, 'r');
  const { size } = await handle.stat();
  const read = async (start: number, end: number) => {
    const bytes = new Uint8Array(end - start);
    const { bytesRead } = await handle.read(bytes, 0, bytes.length, start);
    return bytes.subarray(0, bytesRead);
  };
  return { handle, dropped: { path, access: { sizeBytes: size, read } } };
}

const never = () => Promise.reject(new Error('No member is deflated.'));

async function preflight(files: readonly OpenedFile[]): Promise<void> {
  let instances = 0;
  for await (const some of readDroppedFiles(
    files.map(({ dropped }) => dropped),
    never,
  ))
    instances += some.filter(({ kind }) => kind === 'instance').length;
  if (instances !== count) throw new Error(`${instances} slices were found of ${count}.`);
}

async function readAll(files: readonly OpenedFile[]): Promise<void> {
  const buffer = Buffer.alloc(mebibyte);
  for (const { handle, dropped } of files)
    for (let at = 0; at < dropped.access.sizeBytes; at += mebibyte) await handle.read(buffer, 0, mebibyte, at);
}

async function compare(name: string, files: readonly OpenedFile[]): Promise<void> {
  const [reads, preflights]: [number[], number[]] = [[], []];
  for (let round = 0; round <= rounds; round += 1) {
    const readMs = await measureMs(() => readAll(files));
    const preflightMs = await measureMs(() => preflight(files));
    // The first round warms caches and the compiler. It is not counted.
    if (round === 0) continue;
    reads.push(readMs);
    preflights.push(preflightMs);
  }
  const [readMs, preflightMs] = [median(reads), median(preflights)];
  const verdict = preflightMs / readMs <= maxShare ? 'kept' : 'EXCEEDED';
  const figures = `${preflightMs.toFixed(0)} ms against ${readMs.toFixed(0)}`;
  console.log(
    `preflight (${name}): ${(preflightMs / readMs).toFixed(2)} of reading the bytes (${figures}; ${maxShare} allowed: ${verdict})`,
  );
}

/** Prints the preflight's time as a ratio to reading the bytes: medians of rounds in which the two take turns. */
export async function run(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'medcloud-preflight-'));
  const opened: OpenedFile[] = [];
  try {
    const [patient] = persons;
    if (!patient) throw new Error('The phantom has no persons.');
    const rendered = [...ctVolume({ seed: 1, patient, slices: renderedSlices })];
    const files = Array.from({ length: count }, (_, index) => index).flatMap((index) => {
      const file = rendered[index % renderedSlices];
      return file ? [{ ...file, name: `IM${String(index).padStart(6, '0')}` }] : [];
    });
    for (const { name, bytes } of files) await writeFile(join(folder, name), bytes);
    for (const { name } of files) opened.push(await openFile(join(folder, name)));
    await compare('loose files', opened);
    await writeFile(join(folder, 'ct.zip'), zipOf(files));
    const archive = await openFile(join(folder, 'ct.zip'));
    opened.push(archive);
    await compare('a ZIP', [archive]);
  } finally {
    for (const { handle } of opened) await handle.close();
    await rm(folder, { recursive: true, force: true });
  }
}

if (import.meta.main) await run();
