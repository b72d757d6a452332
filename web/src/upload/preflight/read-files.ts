import { type FoundFile, type RandomAccess, readDrop, type SmallPicture, smallPicture } from '@medcloud/dicom';
import { type DropFound, gatherDrop, type SeriesFound } from './drop-found.ts';
import type { DroppedFile } from './dropped-files.ts';

const pictureSide = 96; // drawn at 48, on screens with two pixels for one
const mostPictures = 60;

/** Reads what a drop holds: heads alone, and one slice of each series. `told` hears how many files were read so far. */
export async function readFiles(
  files: readonly DroppedFile[],
  now: () => number,
  told: (files: number) => void,
): Promise<DropFound> {
  const startedAt = now();
  const found: FoundFile[] = [];
  const dropped = files.map(({ path, file, isLost }) => ({ path, access: isLost ? noAccess : accessTo(file) }));
  for await (const some of readDrop(dropped, inflatedBeginning)) {
    found.push(...some);
    told(found.length);
  }
  return await withPictures(files, gatherDrop(found, now() - startedAt));
}

const noAccess: RandomAccess = { sizeBytes: 0, read: () => Promise.reject(new Error('The browser did not open it.')) };

function accessTo(file: Blob): RandomAccess {
  return {
    sizeBytes: file.size,
    read: async (start, end) => new Uint8Array(await file.slice(start, end).arrayBuffer()),
  };
}

/** What a beginning of a deflate stream comes to; that it breaks off is no fault of it. */
async function inflatedBeginning(raw: Uint8Array, most: number): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let length = 0;
  const stream = new Blob([new Uint8Array(raw)]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  const reader = stream.getReader();
  try {
    while (length < most) {
      const { done, value } = await reader.read();
      if (done) break;
      parts.push(value);
      length += value.length;
    }
  } catch {
    // cut short, or damaged: what came before is what there is
  }
  await reader.cancel().catch(() => undefined);
  return new Uint8Array(await new Blob(parts.map((part) => new Uint8Array(part))).arrayBuffer()).subarray(0, most);
}

async function withPictures(files: readonly DroppedFile[], found: DropFound): Promise<DropFound> {
  let painted = 0;
  const persons = [];
  for (const person of found.persons) {
    const studies = [];
    for (const study of person.studies) {
      const series: SeriesFound[] = [];
      for (const one of study.series) {
        painted += 1;
        series.push(painted > mostPictures ? one : { ...one, picture: await pictureOf(files, one) });
      }
      studies.push({ ...study, series });
    }
    persons.push({ ...person, studies });
  }
  return { ...found, persons };
}

async function pictureOf(files: readonly DroppedFile[], { middle }: SeriesFound): Promise<SmallPicture | undefined> {
  const pixels = middle?.facts.pixels;
  const file = middle && files[middle.ref.dropped]?.file;
  if (!middle || !pixels || !file) return undefined;
  const { member } = middle.ref;
  const end = pixels.offset + pixels.frameBytes;
  const bytes =
    member?.method === 'deflated'
      ? (await inflatedBeginning(await readSlice(file, member.dataOffset, member.compressedSize), end)).subarray(
          pixels.offset,
        )
      : await readSlice(file, (member?.dataOffset ?? 0) + pixels.offset, pixels.frameBytes);
  return smallPicture(bytes, pixels, pictureSide);
}

async function readSlice(file: Blob, start: number, length: number): Promise<Uint8Array> {
  return new Uint8Array(await file.slice(start, start + length).arrayBuffer());
}
