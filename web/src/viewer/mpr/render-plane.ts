import type { Window } from '../stack/image-metadata.ts';
import type { Plane } from './planes.ts';
import type { Volume } from './volume.ts';

/** How values map to gray. */
export interface VoiSettings {
  readonly window: Window;
  readonly isInverted: boolean;
}

/** Returns the columns and rows of a plane, in values. */
export function planeSizeOf({ dimensions }: Volume, { across, down }: Plane): { width: number; height: number } {
  return { width: dimensions[across.axis], height: dimensions[down.axis] };
}

/** Renders a volume's plane at `index` along its third axis into `pixels`, as RGBA with a byte each. */
export function renderPlane(
  { values, dimensions }: Volume,
  { across, down, through }: Plane,
  index: number,
  { window, isInverted }: VoiSettings,
  pixels: Uint32Array,
): void {
  const strides = [1, dimensions[0], dimensions[0] * dimensions[1]] as const;
  const [width, height] = [dimensions[across.axis], dimensions[down.axis]];
  const stepX = across.isReversed ? -strides[across.axis] : strides[across.axis];
  const stepY = down.isReversed ? -strides[down.axis] : strides[down.axis];
  let row = index * strides[through];
  if (across.isReversed) row += (width - 1) * strides[across.axis];
  if (down.isReversed) row += (height - 1) * strides[down.axis];
  // PS3.3 C.11.2.1.2.1, rounded to the nearest gray
  const factor = (isInverted ? -255 : 255) / Math.max(1, window.width);
  const offset = 127.5 - window.center * factor;
  let pixel = 0;
  for (let y = 0; y < height; y++, row += stepY)
    for (let x = 0, valueIndex = row; x < width; x++, valueIndex += stepX) {
      const gray = (values[valueIndex] ?? 0) * factor + offset;
      const level = gray <= 0 ? 0 : gray >= 255 ? 255 : gray | 0;
      pixels[pixel++] = 0xff000000 | (level << 16) | (level << 8) | level;
    }
}
