import type { ManifestInstance } from './manifest.ts';

type PositionedInstance = Pick<ManifestInstance, 'uid' | 'number' | 'position' | 'orientation'>;

// Direction cosines are written with about six digits.
const tolerance = 1e-3;

/**
 * Sorts instances in display order: along the normal if all lie in parallel planes at different positions (PS3.3
 * C.7.6.2), else by instance number, then by UID.
 */
export function sortInstances<I extends PositionedInstance>(instances: readonly I[]): I[] {
  const depths = depthsOf(instances);
  const byNumber = (a: I, b: I) =>
    (a.number ?? Number.MAX_SAFE_INTEGER) - (b.number ?? Number.MAX_SAFE_INTEGER) || (a.uid < b.uid ? -1 : 1);
  if (depths === null) return instances.toSorted(byNumber);
  return instances.toSorted((a, b) => (depths.get(a) ?? 0) - (depths.get(b) ?? 0) || byNumber(a, b));
}

/** Returns each plane's distance along the normal; null if they are not parallel, or several share a position. */
function depthsOf<I extends PositionedInstance>(instances: readonly I[]): Map<I, number> | null {
  const orientation = instances[0]?.orientation;
  if (instances.length < 2 || !orientation) return null;
  const normal = normalOf(orientation);
  const depths = new Map<I, number>();
  for (const instance of instances) {
    const { position } = instance;
    const isParallel = instance.orientation?.every(
      (value, axis) => Math.abs(value - (orientation[axis] ?? 0)) < tolerance,
    );
    if (!position || !isParallel) return null;
    depths.set(
      instance,
      normal.reduce((sum, value, axis) => sum + value * (position[axis] ?? 0), 0),
    );
  }
  // several at one position are times, echoes or phases, which have different numbers
  return new Set([...depths.values()].map((depth) => depth.toFixed(3))).size === instances.length ? depths : null;
}

function normalOf([rx = 0, ry = 0, rz = 0, cx = 0, cy = 0, cz = 0]: readonly number[]): number[] {
  return [ry * cz - rz * cy, rz * cx - rx * cz, rx * cy - ry * cx];
}
