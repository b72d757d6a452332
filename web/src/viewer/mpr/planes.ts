import { type OrientationLabels, orientationLabelsOf } from '../stack/orientation-labels.ts';
import { type PlaneName, planeNames } from '../tool-names.ts';
import { along, cross, dot, minus, plus, scale, type Vector3 } from './vector.ts';

/** 0 columns, 1 rows, 2 images. */
export type Axis = 0 | 1 | 2;

/** An axis of the volume along a screen direction. */
export interface PlaneAxis {
  readonly axis: Axis;
  /** Runs against the order of the stored values. */
  readonly isReversed: boolean;
}

/** The axes of the volume along a plane that was not turned, or turned by quarters. */
export interface PlaneAxes {
  readonly across: PlaneAxis;
  readonly down: PlaneAxis;
  /** The axis to scroll along. */
  readonly through: Axis;
}

/** The orientation of a volume's plane on the screen: unit vectors along the volume's axes. */
export interface Plane {
  readonly name: PlaneName;
  readonly across: Vector3;
  readonly down: Vector3;
  /** The direction to scroll in. */
  readonly normal: Vector3;
  /** Across and down before it was turned: the size on the screen stays as it was then. */
  readonly home: readonly [Vector3, Vector3];
  /** Undefined for a plane that lies obliquely in the volume. */
  readonly axes: PlaneAxes | undefined;
  readonly orientationLabels: OrientationLabels;
}

export type Planes = Readonly<Record<PlaneName, Plane>>;
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
const units: Axes = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
];
const sameDirection = 1 - 1e-9;

/** Returns the volume's axis nearest to each patient axis: left, back, head. */
function nearestAxes(axes: Axes): readonly [Axis, Axis, Axis] {
  const lengthAlong = (order: readonly [Axis, Axis, Axis]) =>
    order.reduce<number>((sum, axis, patient) => sum + Math.abs(axes[axis][patient] ?? 0), 0);
  return orders.reduce((best, order) => (lengthAlong(order) > lengthAlong(best) + 1e-9 ? order : best));
}

function planeAxisOf(direction: Vector3): PlaneAxis | undefined {
  const axis = ([0, 1, 2] as const).find((one) => Math.abs(direction[one]) > sameDirection);
  return axis === undefined ? undefined : { axis, isReversed: direction[axis] < 0 };
}

function createPlane(
  name: PlaneName,
  [across, down, normal]: Axes,
  volumeAxes: Axes,
  home: Plane['home'] = [across, down],
): Plane {
  const [acrossAxis, downAxis, through] = [planeAxisOf(across), planeAxisOf(down), planeAxisOf(normal)?.axis];
  const isAligned = acrossAxis !== undefined && downAxis !== undefined && through !== undefined;
  const [right, bottom] = [along(across, volumeAxes), along(down, volumeAxes)];
  return {
    ...{ name, across, down, normal, home },
    axes: isAligned ? { across: acrossAxis, down: downAxis, through } : undefined,
    orientationLabels: orientationLabelsOf({ left: scale(right, -1), right, top: scale(bottom, -1), bottom }),
  };
}

/** Returns the three planes of a volume in radiological orientation. Its axes are given in patient coordinates. */
export function planesOf(volumeAxes: Axes): Planes {
  const order = nearestAxes(volumeAxes);
  const directionOf = ([patient, sign]: [Axis, 1 | -1]): Vector3 => {
    const axis = order[patient];
    return scale(units[axis], (volumeAxes[axis][patient] ?? 0) * sign < 0 ? -1 : 1);
  };
  const plane = (name: PlaneName) => {
    const { across, down, through } = planeDirections[name];
    return createPlane(name, [directionOf(across), directionOf(down), units[order[through]]], volumeAxes);
  };
  return { axial: plane('axial'), coronal: plane('coronal'), sagittal: plane('sagittal') };
}

/** Returns a plane with its directions along the axes of another volume. Both axes are given in patient coordinates. */
export function planeIn({ name, across, down, normal, home }: Plane, from: Axes, to: Axes): Plane {
  const move = (vector: Vector3): Vector3 => {
    const inPatient = along(vector, from);
    return [dot(inPatient, to[0]), dot(inPatient, to[1]), dot(inPatient, to[2])];
  };
  return createPlane(name, [move(across), move(down), move(normal)], to, [move(home[0]), move(home[1])]);
}

/** Turns a vector about an axis of length 1 (Rodrigues). */
function turnVector(vector: Vector3, axis: Vector3, radians: number): Vector3 {
  const [cosine, sine] = [Math.cos(radians), Math.sin(radians)];
  return plus(
    plus(scale(vector, cosine), scale(cross(axis, vector), sine)),
    scale(axis, dot(axis, vector) * (1 - cosine)),
  );
}

/**
 * Turns the other two planes about a plane's normal, clockwise on the screen. All three stay at right angles, and the
 * named one stays as it is.
 */
export function turnPlanes(planes: Planes, name: PlaneName, degrees: number, volumeAxes: Axes): Planes {
  const axis = cross(planes[name].across, planes[name].down);
  const turn = (vector: Vector3) => turnVector(vector, axis, (degrees * Math.PI) / 180);
  const turned = planeNames
    .filter((one) => one !== name)
    .map((one) => {
      const { across, down, normal, home } = planes[one];
      return createPlane(one, [turn(across), turn(down), turn(normal)], volumeAxes, home);
    });
  return { ...planes, ...Object.fromEntries(turned.map((plane) => [plane.name, plane])) };
}

/** Returns the angle on a plane from one point to another about a third one: clockwise on the screen, -180 to 180. */
export function degreesBetween({ across, down }: Plane, about: Vector3, from: Vector3, to: Vector3): number {
  const angleTo = (point: Vector3) => {
    const offset = minus(point, about);
    return Math.atan2(dot(offset, down), dot(offset, across));
  };
  const radians = angleTo(to) - angleTo(from);
  return (Math.atan2(Math.sin(radians), Math.cos(radians)) * 180) / Math.PI;
}

/**
 * Turns the planes together, so that the named one has a normal, or its opposite. `normal` is of length 1, along
 * the volume's axes.
 */
export function alignPlanes(planes: Planes, name: PlaneName, normal: Vector3, volumeAxes: Axes): Planes {
  const from = planes[name].normal;
  const to = dot(from, normal) < 0 ? scale(normal, -1) : normal;
  const axis = cross(from, to);
  const sine = Math.hypot(...axis);
  if (sine < 1e-9) return planes;
  const unit = scale(axis, 1 / sine);
  const turn = (vector: Vector3) => turnVector(vector, unit, Math.atan2(sine, dot(from, to)));
  const turned = (one: PlaneName) => {
    const { across, down, normal: own, home } = planes[one];
    // a plane that is turned about its own normal stays upright
    if (Math.abs(dot(own, unit)) > sameDirection) return planes[one];
    return createPlane(one, [turn(across), turn(down), turn(own)], volumeAxes, home);
  };
  return { axial: turned('axial'), coronal: turned('coronal'), sagittal: turned('sagittal') };
}

/** Returns the direction on a plane in which another plane cuts it, across and down. */
export function lineOn(plane: Plane, other: Plane): readonly [number, number] {
  const direction = cross(plane.normal, other.normal);
  return [dot(direction, plane.across), dot(direction, plane.down)];
}
