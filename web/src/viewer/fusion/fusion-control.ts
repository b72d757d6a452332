import type { Frame } from '../loading/frames.ts';
import type { PaneSeries } from '../loading/series-source.ts';
import type { Mpr } from '../mpr/mpr.ts';
import { loadImageValues } from '../mpr/volume/image-values.ts';
import type { Fusion, FusionState, FusionView } from './fusion.ts';

const minShare = 1 / 4; // of the memory for volumes, also where the CT fills it

interface FusionControlOptions {
  readonly mpr: Mpr;
  readonly framesOf: (series: PaneSeries) => Promise<readonly Frame[]>;
  /** For both volumes. */
  readonly maxBytes: number;
  /** Undefined without fusion; `starting` until its code and the list of its images are there. */
  readonly onChange: (fusion: FusionState | 'starting' | 'failed' | undefined) => void;
  readonly onFault: (error: unknown) => void;
}

/** Lays a PET over the planes of a CT, and takes it off. Its code is loaded when it is wanted first. */
export class FusionControl {
  readonly #options: FusionControlOptions;
  #opening: symbol | undefined;
  #fusion: Fusion | undefined;

  constructor(options: FusionControlOptions) {
    this.#options = options;
  }

  /** The fusion that is shown. */
  get shown(): Fusion | undefined {
    return this.#fusion;
  }

  async open(pet: PaneSeries, view: FusionView): Promise<void> {
    this.close();
    const opening = Symbol();
    this.#opening = opening;
    const { mpr, framesOf, maxBytes, onChange, onFault } = this.#options;
    onChange('starting');
    try {
      const [loaded, frames] = await Promise.all([import('./fusion.ts'), framesOf(pet)]);
      if (this.#opening !== opening) return; // closed meanwhile
      const fusion = new loaded.Fusion({
        ...{ loadImageValues, onFault, onChange },
        maxBytes: Math.max(maxBytes - mpr.bytes, maxBytes * minShare),
        onRedraw: () => mpr.drawer.redraw(),
        point: () => mpr.patientPoint,
        moveTo: (point) => mpr.moveToPatient(point),
      });
      this.#fusion = fusion;
      mpr.setOverlay(fusion);
      await fusion.open(frames, view);
    } catch (error) {
      if (this.#opening !== opening) return;
      onChange('failed');
      onFault(error);
    }
  }

  close(): void {
    this.#opening = undefined;
    this.#options.mpr.setOverlay(undefined);
    this.#fusion?.close();
    this.#fusion = undefined;
    this.#options.onChange(undefined);
  }
}
