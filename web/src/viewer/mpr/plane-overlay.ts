import type { PlaneMeasurementKind } from '../tool-names.ts';
import type { Plane } from './planes.ts';
import type { VoiSettings } from './render-plane.ts';
import type { PlaneSamples } from './sample-plane.ts';
import type { Slab } from './slab.ts';
import type { Vector3 } from './vector.ts';
import type { Volume } from './volume/volume.ts';

/** What a view shows while a PET lies over the volume. */
export type PlaneContent = 'image' | 'pet' | 'fused';

/** A plane of a volume, and its values. */
export interface OverlayDrawing {
  readonly image: PlaneSamples;
  readonly volume: Volume;
  readonly plane: Plane;
  readonly slab: Slab;
  readonly voi: VoiSettings;
}

/** The values of a PET in an area, or at a point, where mean and maximum are the same. */
export interface PetValues {
  readonly mean: number;
  readonly max: number;
  /** `SUV`, or as the file says. */
  readonly unit: string;
  readonly isApproximate: boolean;
}

/** A PET over a volume of the same frame of reference. */
export interface PlaneOverlay {
  /** Renders a plane's pixels: the PET alone, or over the volume. */
  render(content: Exclude<PlaneContent, 'image'>, drawing: OverlayDrawing, pixels: Uint32Array): void;
  /** Measures on a plane of the volume. The points are patient coordinates. Undefined outside the PET, and while it loads. */
  measure(
    volume: Volume,
    plane: Plane,
    slab: Slab,
    kind: PlaneMeasurementKind,
    points: readonly Vector3[],
  ): PetValues | undefined;
}
