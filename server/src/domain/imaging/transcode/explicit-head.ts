import {
  type DicomHead,
  type ElementChanges,
  encodeAscii,
  encodeElementHeader,
  encodeHead,
  frameBytes,
  hasNativePixels,
  isKnownForm,
  numbersOf,
  type RandomAccess,
} from '@medcloud/dicom';
import { implementation } from '../documents/dicom-elements.ts';
import { frameCount } from '../index/frame-table.ts';
import type { ManifestInstance } from '../index/manifest.ts';
import { openMemberUnchecked } from '../members/member-access.ts';
import { decodedPhotometric } from '../render/decode/decode-frame.ts';
import { type PixelAttributes, pixelAttributesOf } from '../render/pixel-attributes.ts';
import { withForm } from '../render/refused-form.ts';
import { RenderFault } from '../render/render-fault.ts';
import { readHead } from '../render/render-image.ts';

const tag = { frames: 0x00280008, photometric: 0x00280004, planar: 0x00280006 } as const;
// Of compressed pixels alone (PS3.3 C.7.6.3): extended offsets and lengths, and total lengths of encapsulated values.
const offsetTags = [0x7fe00001, 0x7fe00002, 0x7fe00003];
// PS3.5 7.1.1: the highest length is that of an undefined one.
const maxValueBytes = 0xfffffffe;

/** The bytes of a file in Explicit VR Little Endian that are not frames. */
export interface ExplicitHead {
  /** Up to the first frame. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly frames: number;
  /** Of each frame. */
  readonly frameBytes: number;
  /** After the last frame, to an even length. */
  readonly paddingBytes: number;
}

/**
 * Encodes an instance as Explicit VR Little Endian (PS3.5 A.2), without its frames: elements as they are, but for the
 * file meta information and the photometric interpretation of decoded colors. What follows the pixel data is padding or
 * a signature of other bytes, and is left out. Rejects with `RenderFault` `unsupported` if the file contradicts itself.
 */
export async function encodeExplicitHead(original: RandomAccess, instance: ManifestInstance): Promise<ExplicitHead> {
  const head = await readHead(await openMemberUnchecked(original, { name: '', ...instance }));
  return await withForm(head, () => encodeWithPixels(head, instance));
}

function encodeWithPixels(head: DicomHead, instance: ManifestInstance): ExplicitHead {
  const { pixelData, dataSet, transferSyntax } = head;
  if (head.isTruncated || instance.isTruncated) throw new RenderFault('unsupported');
  if (pixelData === undefined)
    return { bytes: encodeHead(head, implementation, new Map()), frames: 0, frameBytes: 0, paddingBytes: 0 };
  const attributes = decodedAttributes(head);
  const frames = frameCount(instance.frames);
  const sizeBytes = frameBytes(attributes);
  checkFrames(attributes, frames, numbersOf(dataSet, tag.frames)[0] ?? 1);
  const valueBytes = frames * sizeBytes;
  const paddingBytes = valueBytes % 2;
  if (valueBytes + paddingBytes > maxValueBytes) throw new RenderFault('too_large');
  const changes = hasNativePixels(transferSyntax) ? new Map() : colorChanges(attributes);
  const vr = attributes.isFloat ? pixelData.vr : attributes.bitsAllocated > 8 ? 'OW' : 'OB';
  const header = encodeElementHeader(pixelData.tag, vr, valueBytes + paddingBytes);
  const start = encodeHead(head, implementation, changes);
  const bytes = new Uint8Array(start.length + header.length);
  bytes.set(start);
  bytes.set(header, start.length);
  return { bytes, frames, frameBytes: sizeBytes, paddingBytes };
}

function decodedAttributes(head: DicomHead): PixelAttributes {
  const attributes = pixelAttributesOf(head, 1);
  if (hasNativePixels(head.transferSyntax)) return attributes;
  return { ...attributes, photometric: decodedPhotometric(attributes.photometric, head.transferSyntax) };
}

/** All frames are there, and each starts with a byte of its own (PS3.5 8.1.1). */
function checkFrames(attributes: PixelAttributes, frames: number, declared: number): void {
  const { rows, columns, bitsAllocated } = attributes;
  const startsInByte = bitsAllocated === 1 && frames > 1 && (rows * columns) % 8 > 0;
  if (!isKnownForm(attributes) || frames !== declared || startsInByte) throw new RenderFault('unsupported');
}

function colorChanges({ samples, photometric, planarConfiguration }: PixelAttributes): ElementChanges {
  const removed = offsetTags.map((offsetTag) => [offsetTag, null] as const);
  if (samples === 1) return new Map(removed);
  const planar = new Uint8Array(Uint16Array.of(planarConfiguration).buffer);
  return new Map([
    ...removed,
    [tag.photometric, { vr: 'CS', value: encodeAscii(photometric, 'CS') }],
    [tag.planar, { vr: 'US', value: planar }],
  ]);
}
