import type { Codestream } from '../src/index.ts';

/** A header of an image, with the values as they are written. */
export interface DrawnForm {
  readonly transferSyntax: string;
  readonly rows: number;
  readonly columns: number;
  readonly samples: number;
  readonly photometric: string;
  readonly bitsAllocated: number;
  readonly bitsStored: number;
  readonly highBit: number;
  readonly representation: number;
  readonly planar: number;
  readonly vr: 'OB' | 'OW';
  readonly hasPalette: boolean;
}

/** What a frame holds, whatever the header says. */
export type DrawnFrame =
  | { readonly coding: 'native' | 'deflate'; readonly pixels: Uint8Array }
  | { readonly coding: 'rle'; readonly segments: readonly Uint8Array[] }
  | EncodedFrame;

/** A frame of a proven file. */
export interface EncodedFrame extends Pick<Codestream, 'coding' | 'bits' | 'isSigned' | 'components'> {
  /** The bits of each sample, by pixel. */
  readonly words: readonly number[];
}

export interface DrawnImage {
  readonly form: DrawnForm;
  readonly frame: DrawnFrame;
  readonly file: Uint8Array;
}
