import type { RandomAccess } from '@medcloud/dicom';
import { frameCount } from '../indexing/frame-table.ts';
import type { ManifestInstance } from '../manifest.ts';
import { encodeHtj2k, isWorthEncoding, loadCodec } from './encode-htj2k.ts';
import { readPixels } from './make-picture.ts';
import { nativePixels } from './paint-frame.ts';
import { PictureFault } from './picture-fault.ts';

/** Frames to encode: all of an instance, or some of a long one. Frame numbers count from 1; `end` is not encoded any more. */
export interface FramesAsked {
  readonly instance: ManifestInstance;
  readonly start: number;
  readonly end: number;
}

/** Each frame asked for as HTJ2K; null for one that is kept as it is. Rejects with `PictureFault` `missing`. */
export async function encodeFrames(
  original: RandomAccess,
  asked: readonly FramesAsked[],
): Promise<(Uint8Array<ArrayBuffer> | null)[]> {
  const codec = await loadCodec();
  const encoded: (Uint8Array<ArrayBuffer> | null)[] = [];
  for (const { instance, start, end } of asked) {
    for (let number = start; number < Math.min(end, frameCount(instance.frames) + 1); number++) {
      const pixels = await readPixels(original, instance, number).catch(notPainted);
      const isWorth = pixels !== null && isWorthEncoding(instance.transferSyntax, pixels.attributes);
      encoded.push(
        isWorth
          ? encodeHtj2k(
              codec,
              nativePixels(pixels.bytes, pixels.attributes, instance.transferSyntax),
              pixels.attributes,
            )
          : null,
      );
    }
  }
  return encoded;
}

function notPainted(error: unknown): null {
  if (error instanceof PictureFault) return null;
  throw error;
}
