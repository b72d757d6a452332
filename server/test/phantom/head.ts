import { LatticeNoise } from './lattice-noise.ts';
import type { Seeded } from './seeded.ts';

export type Tissue = 'air' | 'scalp' | 'muscle' | 'bone' | 'fluid' | 'gray' | 'white' | 'deepGray';

/** Parameters that vary between heads. */
export interface Head {
  readonly width: number;
  readonly length: number;
  /** Factor for the size of the ventricles; larger with age. */
  readonly ventricles: number;
  readonly folds: LatticeNoise;
}

// Half axes of the head in millimeters: to the side, to the front, up. The head is egg-shaped, narrow in front.
const HALF = { width: 74, length: 94, height: 98 };
// Inner limits of scalp, skull and the fluid under it, as fractions of the distance from the center to the skin.
const SKULL_FROM = 0.945;
const FLUID_FROM = 0.878;
const BRAIN_FROM = 0.85;

/** Creates a random head. */
export function headFrom(random: Seeded): Head {
  return {
    width: random.between(0.96, 1.04),
    length: random.between(0.96, 1.04),
    ventricles: random.between(0.85, 1.25),
    folds: new LatticeNoise(random.uint32()),
  };
}

/** Returns the tissue at a point, in millimeters from the center of the head: to the left, to the back, up. */
export function tissueAt(head: Head, x: number, y: number, z: number): Tissue {
  const width = HALF.width * head.width * (1 + (0.1 * y) / HALF.length);
  const distance = Math.sqrt((x / width) ** 2 + (y / (HALF.length * head.length)) ** 2 + (z / HALF.height) ** 2);
  if (distance > 1) return 'air';
  if (distance > SKULL_FROM) return 'scalp';
  const eye = eyeAt(x, y, z);
  if (eye) return eye;
  if (distance > FLUID_FROM) return 'bone';
  if (z < -42 && y < 20) return skullBaseAt(x, y);
  if (distance > BRAIN_FROM) return 'fluid';
  return deepPartAt(head, x, y, z) ?? cortexAt(head, x, y, z, (BRAIN_FROM - distance) * width);
}

function eyeAt(x: number, y: number, z: number): Tissue | undefined {
  const fromEye = Math.sqrt((Math.abs(x) - 31) ** 2 + (y + 76) ** 2 + (z + 40) ** 2);
  if (fromEye < 11.5) return 'fluid';
  return fromEye < 17 ? 'scalp' : undefined;
}

/** Returns the tissue below the brain: sinuses in the middle, muscle and bone at their sides. */
function skullBaseAt(x: number, y: number): Tissue {
  if (inside(x, 14, y + 52, 26)) return 'air';
  return Math.abs(x) < 20 ? 'bone' : 'muscle';
}

/** Returns the tissue of ventricles, nuclei, brain stem and cerebellum; undefined elsewhere. */
function deepPartAt(head: Head, x: number, y: number, z: number): Tissue | undefined {
  const side = Math.abs(x);
  const size = head.ventricles;
  // The lateral ventricles bend outwards to the back.
  const bow = 9 + (0.25 * Math.max(0, y - 5) ** 2) / 16 + (y < -18 ? 0.006 * (y + 18) ** 2 : 0);
  if (sphere(side - bow, 5.5 * size, y - 4, 38 * size, z - 18, 13 * size) < 1) return 'fluid';
  if (sphere(side, 1.8 * size, y - 2, 13, z - 2, 10) < 1) return 'fluid';
  if (sphere(side - 12, 9.5, y - 12, 15, z - 4, 11) < 1) return 'deepGray';
  if (sphere(side - 25, 6.5, y + 8, 17, z - 5, 12) < 1) return 'deepGray';
  if (sphere(side - 14, 5, y + 22, 8, z - 14, 12) < 1) return 'deepGray';
  if (z < -18 && sphere(side, 14, y - 12, 13, z + 40, 34) < 1) return 'white';
  if (z < -16 && y > 20) return cerebellumAt(head, side, y, z);
  return undefined;
}

function cerebellumAt(head: Head, side: number, y: number, z: number): Tissue | undefined {
  const part = sphere(side - 22, 27, y - 48, 29, z + 38, 23);
  if (part > 1) return part < 1.16 ? 'fluid' : undefined;
  const leaves = head.folds.at(side / 14 + 90, y / 2.6, z / 2.6);
  if (leaves < 0.3) return 'fluid';
  return sphere(side - 18, 15, y - 44, 15, z + 36, 12) < 1 ? 'white' : 'gray';
}

/**
 * Returns the tissue of the folded cortex: furrows where the noise is near its mean, gray matter next to them, white
 * inside.
 */
function cortexAt(head: Head, x: number, y: number, z: number, depthMm: number): Tissue {
  const side = Math.abs(x);
  // The cleft between the hemispheres, interrupted by the bridge in the middle.
  const isBridge = z > 14 && z < 30 && y > -42 && y < 40;
  const cleftMm = isBridge ? Number.POSITIVE_INFINITY : side;
  if (cleftMm < 1) return 'fluid';
  const half = x < 0 ? 40 : 0;
  const wave = Math.abs(head.folds.at(x / 11 + half, y / 11, z / 13) - 0.5);
  const fine = Math.abs(head.folds.at(x / 8 + half, y / 8 + 60, z / 9) - 0.5);
  const furrow = Math.min(wave, fine + 0.03);
  const reach = Math.min(depthMm, cleftMm * 1.4);
  if (reach < 16 && furrow < 0.028 * (1 - reach / 20)) return 'fluid';
  if (reach < 3.8 || (reach < 19 && furrow < 0.15 * (1 - reach / 30))) return 'gray';
  return 'white';
}

function inside(x: number, halfX: number, y: number, halfY: number): boolean {
  return (x / halfX) ** 2 + (y / halfY) ** 2 < 1;
}

/** Returns a value below 1 inside an ellipsoid with these half axes around the origin. */
function sphere(x: number, halfX: number, y: number, halfY: number, z: number, halfZ: number): number {
  return (x / halfX) ** 2 + (y / halfY) ** 2 + (z / halfZ) ** 2;
}
