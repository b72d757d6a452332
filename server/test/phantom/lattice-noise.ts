/** Smooth spatial noise from 0 to 1: random values on a lattice with interpolation. Equal for the same seed. */
export class LatticeNoise {
  readonly #seed: number;

  constructor(seed: number) {
    this.#seed = seed;
  }

  /** Returns the value at a point in lattice steps. */
  at(x: number, y: number, z: number): number {
    const [column, row, plane] = [Math.floor(x), Math.floor(y), Math.floor(z)];
    const [across, down, up] = [ease(x - column), ease(y - row), ease(z - plane)];
    return blend(this.#plane(column, row, plane, across, down), this.#plane(column, row, plane + 1, across, down), up);
  }

  #plane(column: number, row: number, plane: number, across: number, down: number): number {
    const top = blend(this.#corner(column, row, plane), this.#corner(column + 1, row, plane), across);
    const bottom = blend(this.#corner(column, row + 1, plane), this.#corner(column + 1, row + 1, plane), across);
    return blend(top, bottom, down);
  }

  /** Hashes three integers to a value from 0 to 1 by multiplication and shifts. */
  #corner(column: number, row: number, plane: number): number {
    let mixed = this.#seed ^ Math.imul(column, 0x27d4eb2f) ^ Math.imul(row, 0x165667b1) ^ Math.imul(plane, 0x9e3779b1);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x85ebca6b);
    mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
    return ((mixed ^ (mixed >>> 16)) >>> 0) / 2 ** 32;
  }
}

function ease(t: number): number {
  return t * t * (3 - 2 * t);
}

function blend(from: number, to: number, t: number): number {
  return from + (to - from) * t;
}
