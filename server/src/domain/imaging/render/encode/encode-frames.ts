import type { RandomAccess } from '@medcloud/dicom';
import { frameCount } from '../../index/frame-table.ts';
import type { ManifestInstance } from '../../index/manifest.ts';
import { decoderOf } from '../decode/decoders.ts';
import { RenderFault } from '../render-fault.ts';
import { nativePixels } from '../render-frame.ts';
import { readPixels } from '../render-image.ts';
import { encodeHtj2k, type Htj2kCodec, isWorthEncoding } from './encode-htj2k.ts';
import { encoderOf } from './encoders.ts';

const htj2kLossless = '1.2.840.10008.1.2.4.202';

/** Frames of an instance to encode, all or some. Frame numbers count from 1; `end` is exclusive. */
export interface FramesToEncode {
  readonly instance: ManifestInstance;
  readonly start: number;
  readonly end: number;
}

/** Encodes each frame as HTJ2K; null for a frame that stays as it is. Rejects with `RenderFault` `missing`. */
export async function encodeFrames(
  original: RandomAccess,
  frames: readonly FramesToEncode[],
): Promise<(Uint8Array<ArrayBuffer> | null)[]> {
  const codec = await loadCodec();
  const encoded: (Uint8Array<ArrayBuffer> | null)[] = [];
  for (const { instance, start, end } of frames) {
    for (let number = start; number < Math.min(end, frameCount(instance.frames) + 1); number++) {
      const pixels = await readPixels(original, instance, number).catch(nullIfRenderFault);
      const shouldEncode = pixels !== null && isWorthEncoding(instance.transferSyntax, pixels.attributes);
      encoded.push(
        shouldEncode
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

async function loadCodec(): Promise<Htj2kCodec> {
  const decode = await decoderOf(htj2kLossless);
  if (decode === undefined) throw new RenderFault('missing');
  return { encode: await encoderOf(htj2kLossless), decode };
}

function nullIfRenderFault(error: unknown): null {
  if (error instanceof RenderFault) return null;
  throw error;
}
