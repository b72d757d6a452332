/** The sides of the patient at the four edges of a picture: R and L, A and P, H (head) and F (feet). */
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

/** The letters from one point to another, the strongest direction first; a direction that hardly counts has none. */
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

/** The letters at the edges whose middles lie at these points of the patient (millimetres). */
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
