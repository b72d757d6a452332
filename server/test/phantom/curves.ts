import type { Sphere } from './canvas.ts';
import type { Seeded } from './seeded.ts';

/** A point in the body in millimeters: x to the left, y to the back, z to the head. */
export type Point = readonly [x: number, y: number, z: number];

/**
 * Returns the sine of `turns` half circles, 0 to 1, by Bhaskara's fraction. It uses only `+ - * /`, so it is equal on
 * every machine.
 */
export function sineOfHalfTurn(turns: number): number {
  const product = 4 * turns * (1 - turns);
  return (4 * product) / (5 - product);
}

/** Returns the cosine of `turns` half circles, 0 to 1. */
export function cosineOfHalfTurn(turns: number): number {
  return turns <= 0.5 ? sineOfHalfTurn(turns + 0.5) : -sineOfHalfTurn(turns - 0.5);
}

/** Returns spheres along a curve from `start` to `end`, from one radius to another. */
export function tube(start: Point, bend: Point, end: Point, radii: readonly [number, number], count: number): Sphere[] {
  return Array.from({ length: count }, (_, index) => {
    const t = index / Math.max(1, count - 1);
    const [x, y, z] = pointOn(start, bend, end, t);
    return { x, y, z, radius: radii[0] + (radii[1] - radii[0]) * t };
  });
}

/** Returns a point on the quadratic Bézier curve of three points. */
export function pointOn(start: Point, bend: Point, end: Point, t: number): Point {
  const at = (a: number, b: number, c: number) => (1 - t) * (1 - t) * a + 2 * t * (1 - t) * b + t * t * c;
  return [at(start[0], bend[0], end[0]), at(start[1], bend[1], end[1]), at(start[2], bend[2], end[2])];
}

/**
 * Returns the vessels of one lung: branches from its root into an ellipsoid, and twigs from them. `side` is -1 or 1.
 */
export function lungVessels(random: Seeded, side: number, branches: number): Sphere[] {
  const root: Point = [side * 32, 8, 148];
  return Array.from({ length: branches }, () => {
    const end = pointInLung(random, side, 0.85);
    const bend: Point = [(root[0] + end[0]) / 2, end[1] * 0.6 + 4, root[2] + (end[2] - root[2]) * 0.35];
    const radius = random.between(3.4, 5);
    const twigs = Array.from({ length: 26 }, () => {
      const t = random.between(0.2, 0.98);
      const start = pointOn(root, bend, end, t);
      const tip = pointInLung(random, side, 1);
      const near: Point = [mid(start[0], tip[0]), mid(start[1], tip[1]), mid(start[2], tip[2])];
      return tube(start, start, near, [radius * (1 - 0.5 * t) * 0.62, 0.6], 40);
    });
    return [...tube(root, bend, end, [radius, 1.3], 60), ...twigs.flat()];
  }).flat();
}

function pointInLung(random: Seeded, side: number, reach: number): Point {
  const axis = () => random.between(-reach, reach);
  return [side * (68 + axis() * 54), 4 + axis() * 76, 140 + axis() * 130];
}

function mid(from: number, to: number): number {
  return from + (to - from) * 0.6;
}
