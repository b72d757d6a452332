/** The patient's sides at the four edges of an image: R and L, A and P, H (head) and F (feet). */
export interface OrientationLabels {
  readonly left: string;
  readonly right: string;
  readonly top: string;
  readonly bottom: string;
}

type Point = readonly number[] | undefined;

// PS3.3 C.7.6.2.1.1: x grows to the patient's left, y to the back, z to the head.
const axisLabels = [
  ['L', 'R'],
  ['P', 'A'],
  ['H', 'F'],
] as const;

/** Returns the labels from one point to another, the strongest direction first. Skips directions below a quarter. */
function labelTowards(from: Point, to: Point): string {
  const direction = axisLabels.map((_, axis) => (to?.[axis] ?? 0) - (from?.[axis] ?? 0));
  const length = Math.hypot(...direction);
  return direction
    .map((part, axis) => ({
      part: length === 0 ? 0 : part / length,
      label: axisLabels[axis]?.[part > 0 ? 0 : 1] ?? '',
    }))
    .filter(({ part }) => Math.abs(part) > 0.25)
    .toSorted((one, other) => Math.abs(other.part) - Math.abs(one.part))
    .map(({ label }) => label)
    .join('');
}

/** Returns the labels of the edges whose midpoints are at these patient coordinates (millimeters). */
export function orientationLabelsOf(edges: {
  left: Point;
  right: Point;
  top: Point;
  bottom: Point;
}): OrientationLabels {
  const { left, right, top, bottom } = edges;
  return {
    left: labelTowards(right, left),
    right: labelTowards(left, right),
    top: labelTowards(bottom, top),
    bottom: labelTowards(top, bottom),
  };
}
