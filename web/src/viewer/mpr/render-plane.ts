import type { Window } from '../stack/image-metadata.ts';
import { missing } from './slab.ts';

/** How values map to gray. */
export interface VoiSettings {
  readonly window: Window;
  readonly isInverted: boolean;
}

// diagonal lines that no image has, for pixels between images that are missing
const [hatchLine, hatchField] = [0xff_2c_7d_a8, 0xff_14_14_14]; // ABGR: the viewer's warning color
const [hatchPeriod, hatchWidth] = [8, 2]; // pixels

/** Renders a plane's values into `pixels`, as RGBA with a byte each. Outside the volume it is black. */
export function renderPlane(
  values: Float32Array,
  width: number,
  { window, isInverted }: VoiSettings,
  pixels: Uint32Array,
): void {
  // PS3.3 C.11.2.1.2.1, rounded to the nearest gray
  const factor = (isInverted ? -255 : 255) / Math.max(1, window.width);
  const offset = 127.5 - window.center * factor;
  for (let pixel = 0; pixel < values.length; pixel++) {
    const value = values[pixel] ?? 0;
    if (value === missing) {
      const [column, row] = [pixel % width, (pixel / width) | 0];
      pixels[pixel] = (column + row) % hatchPeriod < hatchWidth ? hatchLine : hatchField;
      continue;
    }
    const gray = value * factor + offset; // NaN becomes 0
    const level = gray <= 0 ? 0 : gray >= 255 ? 255 : gray | 0;
    pixels[pixel] = 0xff000000 | (level << 16) | (level << 8) | level;
  }
}
