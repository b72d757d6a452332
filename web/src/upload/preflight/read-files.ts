import {
  type PreflightFile,
  type RandomAccess,
  readDroppedFiles,
  renderThumbnail,
  type Thumbnail,
} from '@medcloud/dicom';
import type { DroppedFile } from './dropped-files.ts';
import { type DropSeries, type DropSummary, summarizeDrop } from './summarize-drop.ts';

const thumbnailPixels = 96; // shown at 48 px, for screens with a pixel ratio of 2
const maxThumbnails = 60;

/**
 * Reads dropped files: only their headers, and one slice per series. Calls `onProgress` with the number of files read.
 */
export async function readFiles(
  files: readonly DroppedFile[],
  onProgress: (files: number) => void,
): Promise<DropSummary> {
  const found: PreflightFile[] = [];
  const dropped = files.map(({ path, file, isUnreadable }) => ({
    path,
    access: isUnreadable ? unreadableAccess : createAccess(file),
  }));
  for await (const batch of readDroppedFiles(dropped, inflateStart)) {
    found.push(...batch);
    onProgress(found.length);
  }
  return await addThumbnails(files, summarizeDrop(found));
}

const unreadableAccess: RandomAccess = {
  sizeBytes: 0,
  read: () => Promise.reject(new Error('The browser could not open the file.')),
};

function createAccess(file: Blob): RandomAccess {
  return {
    sizeBytes: file.size,
    read: async (start, end) => new Uint8Array(await file.slice(start, end).arrayBuffer()),
  };
}

/** Inflates the start of a deflate stream. A truncated stream is no error. */
async function inflateStart(raw: Uint8Array, maxBytes: number): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let length = 0;
  const stream = new Blob([new Uint8Array(raw)]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  const reader = stream.getReader();
  try {
    while (length < maxBytes) {
      const { done, value } = await reader.read();
      if (done) break;
      parts.push(value);
      length += value.length;
    }
  } catch {
    // truncated or damaged: keep the bytes inflated so far
  }
  await reader.cancel().catch(() => undefined);
  return new Uint8Array(await new Blob(parts.map((part) => new Uint8Array(part))).arrayBuffer()).subarray(0, maxBytes);
}

async function addThumbnails(files: readonly DroppedFile[], found: DropSummary): Promise<DropSummary> {
  let thumbnailCount = 0;
  const persons = [];
  for (const person of found.persons) {
    const studies = [];
    for (const study of person.studies) {
      const series: DropSeries[] = [];
      for (const one of study.series) {
        thumbnailCount += 1;
        series.push(thumbnailCount > maxThumbnails ? one : { ...one, thumbnail: await createThumbnail(files, one) });
      }
      studies.push({ ...study, series });
    }
    persons.push({ ...person, studies });
  }
  return { ...found, persons };
}

async function createThumbnail(
  files: readonly DroppedFile[],
  { middleInstance }: DropSeries,
): Promise<Thumbnail | undefined> {
  const pixels = middleInstance?.facts.pixels;
  const file = middleInstance && files[middleInstance.ref.dropped]?.file;
  if (!middleInstance || !pixels || !file) return undefined;
  const { member } = middleInstance.ref;
  const end = pixels.offset + pixels.frameBytes;
  const bytes =
    member?.method === 'deflated'
      ? (await inflateStart(await readSlice(file, member.dataOffset, member.compressedSize), end)).subarray(
          pixels.offset,
        )
      : await readSlice(file, (member?.dataOffset ?? 0) + pixels.offset, pixels.frameBytes);
  return renderThumbnail(bytes, pixels, thumbnailPixels);
}

async function readSlice(file: Blob, start: number, length: number): Promise<Uint8Array> {
  return new Uint8Array(await file.slice(start, start + length).arrayBuffer());
}
