/** A size in pixels. As a maximum of an image: it is never larger than the frame. */
export interface ImageSize {
  readonly width: number;
  readonly height: number;
}

/** A frame as displayed, 8 bits a channel: gray, or interleaved RGBA. */
export interface RenderedFrame {
  readonly width: number;
  readonly height: number;
  readonly channels: 1 | 4;
  readonly pixels: Uint8Array;
}
