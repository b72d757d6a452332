export type Vector3 = readonly [number, number, number];

export const dot = (one: Vector3, other: Vector3) => one[0] * other[0] + one[1] * other[1] + one[2] * other[2];
export const plus = (one: Vector3, other: Vector3): Vector3 => [
  one[0] + other[0],
  one[1] + other[1],
  one[2] + other[2],
];
export const minus = (one: Vector3, other: Vector3): Vector3 => [
  one[0] - other[0],
  one[1] - other[1],
  one[2] - other[2],
];
export const scale = ([x, y, z]: Vector3, factor: number): Vector3 => [x * factor, y * factor, z * factor];
export const cross = ([a, b, c]: Vector3, [x, y, z]: Vector3): Vector3 => [b * z - c * y, c * x - a * z, a * y - b * x];

/** Returns a vector of one frame in another: the sum of its parts along the frame's axes. */
export const along = ([x, y, z]: Vector3, axes: readonly [Vector3, Vector3, Vector3]): Vector3 =>
  plus(plus(scale(axes[0], x), scale(axes[1], y)), scale(axes[2], z));
