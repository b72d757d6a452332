import { inflateRawSync } from 'node:zlib';
import { DicomFault, type RandomAccess, readHeadOf } from '@medcloud/dicom';
import { piecesOfFrame } from '../indexing/frame-table.ts';
import { inMemory, openMemberUnchecked } from '../indexing/member-access.ts';
import type { ManifestInstance } from '../manifest.ts';
import { encodePicture, type PictureFormat, type PictureSize } from './encode-picture.ts';
import { paintFrame } from './paint-frame.ts';
import { PictureFault } from './picture-fault.ts';
import { type PixelAttributes, pixelAttributesOf, type Window } from './pixel-attributes.ts';

/** Which frame, and how it is to look. */
export interface PictureAsked {
  readonly instance: ManifestInstance;
  /** Counted from 1. */
  readonly frame: number;
  readonly format: PictureFormat;
  readonly within: PictureSize;
  /** Null: the file's own window, or a sensible one. */
  readonly window: Window | null;
}

// A frame in memory: its bytes, and four for every pixel of the painted one (60 megapixels are the largest mammograms).
const mostFrameBytes = 268_435_456;
const mostPixels = 67_108_864;
const mostInflatedBytes = 268_435_456;

/** Makes a picture of one frame. Rejects with `PictureFault`, and with what reading the original rejects with. */
export async function makePicture(original: RandomAccess, asked: PictureAsked): Promise<Uint8Array> {
  const { attributes, bytes } = await readPixels(original, asked.instance, asked.frame);
  const painted = await paintFrame(bytes, attributes, asked.instance.transferSyntax, asked.window);
  return await encodePicture(painted, attributes.aspect, asked.format, asked.within);
}

/** A frame's bytes, and what its file says of them. */
export async function readPixels(
  original: RandomAccess,
  instance: ManifestInstance,
  frame: number,
): Promise<{ attributes: PixelAttributes; bytes: Uint8Array }> {
  const pieces = piecesOfFrame(instance.frames, frame);
  if (pieces === undefined) throw new PictureFault('no_pixels');
  const access = await openMemberUnchecked(original, { name: '', ...instance });
  const head = await readHeadOf(access, (deflated) =>
    inflateRawSync(deflated, { maxOutputLength: mostInflatedBytes }),
  ).catch((error: unknown) => {
    throw error instanceof DicomFault ? new PictureFault('unsupported', { cause: error }) : error;
  });
  const attributes = pixelAttributesOf(head, frame);
  const sizeBytes = pieces.reduce((sum, { length }) => sum + length, 0);
  if (attributes.rows * attributes.columns === 0) throw new PictureFault('no_pixels');
  if (sizeBytes > mostFrameBytes || attributes.rows * attributes.columns > mostPixels)
    throw new PictureFault('too_large');
  const from = instance.deflatedFrom === null ? access : inMemory(head.dataSet.bytes);
  const read: Uint8Array[] = [];
  for (const { offset, length } of pieces) read.push(await from.read(offset, offset + length));
  return { attributes, bytes: read.length === 1 && read[0] ? read[0] : Buffer.concat(read) };
}
