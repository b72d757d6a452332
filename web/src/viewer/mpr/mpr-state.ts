import type { Frame } from '../loading/frames.ts';
import type { Window } from '../stack/image-metadata.ts';
import type { MprToolName, PlaneName } from '../tool-names.ts';
import type { PlaneStore } from './plane-annotation.ts';
import type { PlaneView } from './plane-canvas.ts';
import type { PlaneSteps } from './plane-grid.ts';
import type { PlaneMeasurements } from './plane-measuring.ts';
import type { Plane } from './planes.ts';
import type { Slab } from './slab.ts';
import type { ImageValues } from './volume/volume.ts';
import type { VolumeFault, VolumeGeometry } from './volume/volume-geometry.ts';

/** The state of one plane, for the screen around its image. */
export interface PlaneState extends PlaneSteps {
  readonly plane: Plane;
  readonly view: PlaneView;
}

/** Three planes through one volume. */
export interface MprState {
  readonly phase: 'loading' | 'standing' | 'failed' | 'no-volume';
  readonly volumeFault: VolumeFault | undefined;
  readonly loaded: number;
  readonly count: number;
  readonly active: PlaneName;
  readonly activeTool: MprToolName;
  readonly window: Window;
  readonly isInverted: boolean;
  readonly slab: Slab;
  /** See `Volume`. */
  readonly coarseness: number;
  /** The browser had less memory than the device should have. */
  readonly isShortOfMemory: boolean;
  /** What was found of the images' places, and corrected. */
  readonly geometry:
    | Pick<VolumeGeometry, 'isEven' | 'missingCount' | 'shear' | 'valueScale' | 'frameOfReference'>
    | undefined;
  readonly measurements: PlaneMeasurements;
  /** Empty until there is a volume. */
  readonly planes: Readonly<Partial<Record<PlaneName, PlaneState>>>;
}

/** What the planes need of the viewer. */
export interface MprOptions {
  /** Loads an image's values. Rejects if it fails. */
  readonly loadImageValues: (frame: Frame) => Promise<ImageValues>;
  /** Returns the values of an image that is decoded already. */
  readonly decodedValues: (frame: Frame) => ImageValues | undefined;
  /** Purges decoded images that the volume did not take over, before it loads the others. */
  readonly makeRoom: () => void;
  readonly maxBytes: number;
  /** Where measurements are kept. */
  readonly store: PlaneStore;
  readonly onChange: (state: MprState | undefined) => void;
  /** Called when the volume is released, with what lies over it. */
  readonly onClose: () => void;
  readonly onFault: (error: unknown) => void;
}
