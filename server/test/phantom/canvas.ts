import type { Seeded } from './seeded.ts';

/** An ellipse on a slice, in millimeters. */
interface Ellipse {
  readonly x: number;
  readonly y: number;
  readonly halfWidth: number;
  readonly halfHeight: number;
}

/** A sphere in the body, in millimeters. */
export interface Sphere {
  readonly x: number;
  readonly y: number;
  readonly z: number;
  readonly radius: number;
}

/**
 * An image with coordinates in millimeters and the origin in its center: x to the patient's left, y to the back (on a
 * radiograph, down). Later shapes cover earlier ones.
 */
export class Canvas {
  readonly columns: number;
  readonly rows: number;
  /** Millimeters per pixel. */
  readonly spacing: number;
  readonly values: Float32Array;

  constructor(columns: number, rows: number, spacing: number, background: number) {
    this.columns = columns;
    this.rows = rows;
    this.spacing = spacing;
    this.values = new Float32Array(columns * rows).fill(background);
  }

  /** Draws an ellipse; with `only`, only on pixels whose present value passes. */
  ellipse(shape: Ellipse, value: number, only?: (present: number) => boolean): void {
    if (!(shape.halfWidth > 0 && shape.halfHeight > 0)) return;
    const [top, bottom] = this.#span(shape.y, shape.halfHeight, this.rows);
    for (let row = top; row <= bottom; row++) {
      const dy = (this.y(row) - shape.y) / shape.halfHeight;
      if (dy * dy >= 1) continue;
      const [left, right] = this.#span(shape.x, shape.halfWidth * Math.sqrt(1 - dy * dy), this.columns);
      for (let at = row * this.columns + left; at <= row * this.columns + right; at++) {
        if (!only || only(this.values[at] ?? 0)) this.values[at] = value;
      }
    }
  }

  /** Draws the section of a sphere with the plane at height `z`. */
  sphere(sphere: Sphere, z: number, value: number, only?: (present: number) => boolean): void {
    const radius = Math.sqrt(Math.max(0, sphere.radius ** 2 - (z - sphere.z) ** 2));
    this.ellipse({ x: sphere.x, y: sphere.y, halfWidth: radius, halfHeight: radius }, value, only);
  }

  /** Sets every pixel to the value of `valueAt` for its position and its present value. */
  each(valueAt: (x: number, y: number, present: number) => number): void {
    for (let row = 0, at = 0; row < this.rows; row++) {
      const y = this.y(row);
      for (let column = 0; column < this.columns; column++, at++) {
        this.values[at] = valueAt(this.x(column), y, this.values[at] ?? 0);
      }
    }
  }

  /** Smooths edges as a scanner does: 1-2-1 filter horizontally and vertically. */
  soften(): void {
    const across = this.values.slice();
    for (let at = 1; at < across.length - 1; at++) across[at] = this.#mean(this.values, at, 1);
    for (let at = this.columns; at < across.length - this.columns; at++) {
      this.values[at] = this.#mean(across, at, this.columns);
    }
  }

  /** Adds noise and returns stored values of 12 bits. `strength` may depend on the value. */
  withNoise(noiseTable: Noise, strength: (value: number) => number, offset = 0): Uint16Array {
    const stored = new Uint16Array(this.values.length);
    for (let row = 0, at = 0; row < this.rows; row++) {
      let next = noiseTable.rowStart();
      for (let column = 0; column < this.columns; column++, at++, next++) {
        const value = this.values[at] ?? 0;
        const noise = noiseTable.table[next % NOISE_LENGTH] ?? 0;
        stored[at] = Math.min(4095, Math.max(0, value + offset + noise * strength(value) + 0.5));
      }
    }
    return stored;
  }

  x(column: number): number {
    return (column - (this.columns - 1) / 2) * this.spacing;
  }

  y(row: number): number {
    return (row - (this.rows - 1) / 2) * this.spacing;
  }

  /** Returns the first and last pixel whose center is within `half` of `center`. */
  #span(center: number, half: number, count: number): [number, number] {
    const middle = (count - 1) / 2;
    const first = Math.ceil((center - half) / this.spacing + middle);
    const last = Math.floor((center + half) / this.spacing + middle);
    return [Math.max(0, first), Math.min(count - 1, last)];
  }

  #mean(values: Float32Array, at: number, step: number): number {
    return ((values[at - step] ?? 0) + 2 * (values[at] ?? 0) + (values[at + step] ?? 0)) / 4;
  }
}

const NOISE_LENGTH = 65_536;

/** A precomputed table of noise. Each image row starts at a random index, which is fast and shows no pattern. */
export class Noise {
  readonly #random: Seeded;
  readonly table: Float32Array;

  constructor(random: Seeded) {
    this.#random = random;
    this.table = new Float32Array(NOISE_LENGTH).map(() => random.gaussian());
  }

  rowStart(): number {
    return this.#random.uint32() % NOISE_LENGTH;
  }
}
