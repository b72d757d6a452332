/** A frame as displayed, 8 bits a channel: gray, or interleaved RGBA. */
export interface RenderedFrame {
  readonly width: number;
  readonly height: number;
  readonly channels: 1 | 4;
  readonly pixels: Uint8Array;
}
