import { type OrientationLabels, orientationLabelsOf } from '../stack/orientation-labels.ts';
import type { PlaneName } from '../tool-names.ts';
import type { Vector3 } from './volume-geometry.ts';

/** 0 columns, 1 rows, 2 images. */
export type Axis = 0 | 1 | 2;

/** An axis of the volume along a screen direction. */
export interface PlaneAxis {
  readonly axis: Axis;
  /** Runs against the order of the stored values. */
  readonly isReversed: boolean;
}

/** The orientation of a volume's plane on the screen. */
export interface Plane {
  readonly name: PlaneName;
  readonly across: PlaneAxis;
  readonly down: PlaneAxis;
  /** The axis to scroll along. */
  readonly through: Axis;
  readonly orientationLabels: OrientationLabels;
}

type Axes = readonly [Vector3, Vector3, Vector3];

// PS3.3 C.7.6.2.1.1: x grows to the patient's left, y to the back, z to the head. Radiologists view from the feet, from
// the front and from the left, which gives the screen directions.
const planeDirections: Record<PlaneName, { through: Axis; across: [Axis, 1 | -1]; down: [Axis, 1 | -1] }> = {
  axial: { through: 2, across: [0, 1], down: [1, 1] },
  coronal: { through: 1, across: [0, 1], down: [2, -1] },
  sagittal: { through: 0, across: [1, 1], down: [2, -1] },
};

const orders: readonly (readonly [Axis, Axis, Axis])[] = [
  [0, 1, 2],
  [0, 2, 1],
  [1, 0, 2],
  [1, 2, 0],
  [2, 0, 1],
  [2, 1, 0],
];

/** Returns the volume's axis nearest to each patient axis: left, back, head. */
function nearestAxes(axes: Axes): readonly [Axis, Axis, Axis] {
  const along = (order: readonly [Axis, Axis, Axis]) =>
    order.reduce<number>((sum, axis, patient) => sum + Math.abs(axes[axis][patient] ?? 0), 0);
  return orders.reduce((best, order) => (along(order) > along(best) + 1e-9 ? order : best));
}

const scale = ([x, y, z]: Vector3, factor: number): Vector3 => [x * factor, y * factor, z * factor];

/** Returns the three planes of a volume in radiological orientation. */
export function planesOf(axes: Axes): Record<PlaneName, Plane> {
  const order = nearestAxes(axes);
  const planeAxisOf = ([patient, sign]: [Axis, 1 | -1]): PlaneAxis => {
    const axis = order[patient];
    return { axis, isReversed: (axes[axis][patient] ?? 0) * sign < 0 };
  };
  const directionOf = ({ axis, isReversed }: PlaneAxis) => scale(axes[axis], isReversed ? -1 : 1);
  const plane = (name: PlaneName): Plane => {
    const [across, down] = [planeAxisOf(planeDirections[name].across), planeAxisOf(planeDirections[name].down)];
    const [right, bottom] = [directionOf(across), directionOf(down)];
    const orientationLabels = orientationLabelsOf({ left: scale(right, -1), right, top: scale(bottom, -1), bottom });
    return { name, across, down, through: order[planeDirections[name].through], orientationLabels };
  };
  return { axial: plane('axial'), coronal: plane('coronal'), sagittal: plane('sagittal') };
}
