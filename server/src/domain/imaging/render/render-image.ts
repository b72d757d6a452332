import { inflateRawSync } from 'node:zlib';
import { DicomFault, type DicomHead, type RandomAccess, readHeadFrom } from '@medcloud/dicom';
import { releaseBuffer } from '../../../platform/concurrency/release-buffer.ts';
import { rangesOfFrame } from '../index/frame-table.ts';
import type { ManifestInstance } from '../index/manifest.ts';
import { createMemoryAccess, openMemberUnchecked } from '../members/member-access.ts';
import { decodeNative } from './decode/decode-native.ts';
import { type EncodedSyntax, encodeFrame, isEncodedSyntax } from './encode/encode-frame.ts';
import { encodeImage, fitWithin, type ImageFormat } from './encode-image.ts';
import { type PixelAttributes, pixelAttributesOf, type Window } from './pixel-attributes.ts';
import { withForm } from './refused-form.ts';
import { RenderFault } from './render-fault.ts';
import { renderFrame } from './render-frame.ts';
import type { ImageSize } from './rendered-frame.ts';

/** A frame to render, with format, size and window. */
export interface RenderRequest {
  readonly instance: ManifestInstance;
  /** Counted from 1. */
  readonly frame: number;
  /**
   * `native`: the frame's pixels themselves (Explicit VR Little Endian); a UID: encoded in that transfer syntax. Window
   * and size do not apply to them.
   */
  readonly format: ImageFormat | 'native' | EncodedSyntax;
  readonly within: ImageSize;
  /** Null: the file's own window, or an estimated one. */
  readonly window: Window | null;
}

// A frame in memory: its bytes, and four for each rendered pixel (the largest mammograms have 60 megapixels).
const maxFrameBytes = 268_435_456;
const maxPixels = 67_108_864;
const maxInflatedBytes = 268_435_456;

/** Renders one frame as an image file, or decodes it. Rejects with `RenderFault`, and with errors of reading the original. */
export async function renderImage(original: RandomAccess, request: RenderRequest): Promise<Uint8Array> {
  const access = await openMemberUnchecked(original, { name: '', ...request.instance });
  const head = await readHead(access);
  return await withForm(head, async () => renderPixels(await readFrame(access, head, request), request));
}

async function renderPixels({ attributes, bytes }: Pixels, request: RenderRequest): Promise<Uint8Array> {
  const { format, instance } = request;
  if (format === 'native') return await decodeNative(bytes, attributes, instance.transferSyntax);
  if (isEncodedSyntax(format)) return await encodeFrame(bytes, attributes, instance.transferSyntax, format);
  const { rows, columns, aspect } = attributes;
  const size = fitWithin({ width: columns, height: rows }, aspect, request.within);
  const rendered = await renderFrame(bytes, attributes, instance.transferSyntax, request.window, size);
  const image = await encodeImage(rendered, format, size);
  releaseBuffer(Buffer.from(rendered.pixels.buffer));
  return image;
}

/** Reads the head of an instance, which may be deflated. Rejects with `RenderFault` `unsupported` if it is damaged. */
export async function readHead(access: RandomAccess): Promise<DicomHead> {
  try {
    return await readHeadFrom(access, (deflated) => inflateRawSync(deflated, { maxOutputLength: maxInflatedBytes }));
  } catch (error) {
    throw error instanceof DicomFault ? new RenderFault('unsupported', { cause: error }) : error;
  }
}

interface Pixels {
  readonly attributes: PixelAttributes;
  readonly bytes: Uint8Array;
}

/** Reads a frame's bytes and its pixel attributes. */
export async function readPixels(original: RandomAccess, instance: ManifestInstance, frame: number): Promise<Pixels> {
  const access = await openMemberUnchecked(original, { name: '', ...instance });
  return await readFrame(access, await readHead(access), { instance, frame });
}

async function readFrame(
  access: RandomAccess,
  head: DicomHead,
  { instance, frame }: Pick<RenderRequest, 'instance' | 'frame'>,
): Promise<Pixels> {
  const ranges = rangesOfFrame(instance.frames, frame);
  if (ranges === undefined) throw new RenderFault('no_pixels');
  const attributes = pixelAttributesOf(head, frame);
  const sizeBytes = ranges.reduce((sum, { length }) => sum + length, 0);
  if (attributes.rows * attributes.columns === 0) throw new RenderFault('no_pixels');
  // a frame of single bits may start within a byte (PS3.5 8.1.1)
  const startsInByte = attributes.bitsAllocated === 1 && ((frame - 1) * attributes.rows * attributes.columns) % 8 !== 0;
  if (startsInByte) throw new RenderFault('unsupported');
  if (sizeBytes > maxFrameBytes || attributes.rows * attributes.columns > maxPixels) throw new RenderFault('too_large');
  const from = instance.deflatedFrom === null ? access : createMemoryAccess(head.dataSet.bytes);
  const chunks: Uint8Array[] = [];
  for (const { offset, length } of ranges) chunks.push(await from.read(offset, offset + length));
  return { attributes, bytes: chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks) };
}
