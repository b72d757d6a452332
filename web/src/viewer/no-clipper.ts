/**
 * Replaces `clipper2-ts` in the build (vite.config.ts): Cornerstone's tools combine contours of segmentations with it,
 * which the viewer does not create. It is 283 KB of source.
 */
export const ClipType = {};
export const FillRule = {};

const fail = (): never => {
  throw new Error('Contours cannot be combined');
};
export const Clipper = { booleanOpDWithPolyTree: fail };

export class PolyTreeD {
  constructor() {
    fail();
  }
}
