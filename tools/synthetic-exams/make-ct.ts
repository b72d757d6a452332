import type { SyntheticSeries } from '@medcloud/contract/shapes/synthetic-exams';
import { DicomFault, type DicomJson, parseHead, tagName, toDicomJson } from '@medcloud/dicom';
import { encoderOf } from '@medcloud/server/src/domain/imaging/render/encode/encoders.ts';
import { encodeImage } from '@medcloud/server/src/domain/imaging/render/encode-image.ts';
import { ctImages, ctVolume } from '@medcloud/server/test/phantom/ct-volume.ts';
import type { Person } from '@medcloud/server/test/phantom/persons.ts';

const htj2k = '1.2.840.10008.1.2.4.201';
const side = 512;
const bitsPerSample = 12;
/** Fewer than a scanner's, so that the files stay small. */
const slices = 40;
/** None in the air around the body, and less than a scanner's in it. */
const noiseOf = (value: number) => (value < -990 ? 0 : 1.5);
const seed = 7;
/** Of the image that is shown first. */
const noduleHeightMm = 153.75;
const thumbnailSide = 128;
/** Of the soft tissue window, in stored values. */
const darkest = 864;
const windowWidth = 400;

export interface CtPlan {
  readonly patient: Person;
  /** `YYYY-MM-DD`. */
  readonly date: string;
  readonly noduleRadiusMm: number;
}

/** A series without the address of its file, and the file. */
export interface CtSeries {
  readonly series: Omit<SyntheticSeries, 'file'>;
  readonly file: Buffer;
}

/** Paints a chest CT with a nodule in the left lung. The same plan gives the same bytes. */
export async function makeCt({ patient, date, noduleRadiusMm }: CtPlan): Promise<CtSeries> {
  const nodule = { x: 74, y: 18, z: noduleHeightMm, radius: noduleRadiusMm };
  const images = [...ctImages(seed, slices, { noiseOf, changeChest: (chest) => ({ ...chest, nodule }) })];
  const files = ctVolume({ seed, slices, patient, studyDate: date }, images);
  const encode = await encoderOf(htj2k);
  const info = { width: side, height: side, bitsPerSample, componentCount: 1, isSigned: false };
  const frames = images.map((pixels) => encode(bytesOf(pixels), { ...info, isUsingColorTransform: false }));
  const metadata = [...files].map(({ bytes }) => metadataOf(bytes));
  const offsets = [0];
  for (const frame of frames) offsets.push((offsets.at(-1) ?? 0) + frame.length);
  const [first = {}] = metadata;
  return {
    series: {
      ...{ metadata, offsets, transferSyntax: htj2k },
      studyUid: uidAt(first, '0020000D'),
      seriesUid: uidAt(first, '0020000E'),
      thumbnail: await thumbnailOf(images[Math.floor(slices / 2)] ?? new Uint16Array(side * side)),
    },
    file: Buffer.concat(frames),
  };
}

const bytesOf = (pixels: Uint16Array) => new Uint8Array(pixels.buffer, pixels.byteOffset, pixels.byteLength);

const uidAt = (set: DicomJson, tag: string) => String(set[tag]?.Value?.[0] ?? '');

/** Returns a file's metadata as the server sends them: without pixels, with the transfer syntax of its frames. */
function metadataOf(bytes: Uint8Array): DicomJson {
  const head = parseHead(bytes, true);
  if (head?.pixelData === undefined) throw new DicomFault('not_dicom');
  return {
    ...toDicomJson(head.dataSet),
    '00080080': { vr: 'LO', Value: ['MedCloud'] },
    '00083002': { vr: 'UI', Value: [htj2k] },
    [tagName(head.pixelData.tag)]: { vr: head.pixelData.vr, BulkDataURI: '' },
  };
}

async function thumbnailOf(image: Uint16Array): Promise<string> {
  const pixels = Uint8Array.from(image, (value) => Math.max(0, Math.min(255, ((value - darkest) / windowWidth) * 255)));
  const frame = { width: side, height: side, channels: 1, pixels } as const;
  const webp = await encodeImage(frame, 'webp', { width: thumbnailSide, height: thumbnailSide });
  return `data:image/webp;base64,${Buffer.from(webp).toString('base64')}`;
}
