import type { SuvTerm } from '@medcloud/dicom';
import type { Frame } from '../loading/frames.ts';
import { measureOnPlane } from '../mpr/plane-item.ts';
import type { OverlayDrawing, PetValues, PlaneOverlay } from '../mpr/plane-overlay.ts';
import { type Plane, planeIn } from '../mpr/planes.ts';
import { renderPlane } from '../mpr/render-plane.ts';
import type { Slab } from '../mpr/slab.ts';
import type { Vector3 } from '../mpr/vector.ts';
import { coarsenessFor, createVolume, type ImageValues, type Volume } from '../mpr/volume/volume.ts';
import { createVolumeGeometry, type VolumeFault } from '../mpr/volume/volume-geometry.ts';
import { VolumeLoader } from '../mpr/volume/volume-loader.ts';
import type { PlaneMeasurementKind } from '../tool-names.ts';
import { type PaletteName, paletteOf } from './color-palettes.ts';
import { angleCount } from './mip.ts';
import { MipCanvas } from './mip-canvas.ts';
import { MipProjections } from './mip-projections.ts';
import { highestValue, isAcrossBody } from './mip-source.ts';
import { initialUpper, petUppers } from './pet-window.ts';
import { blendPet } from './render-fusion.ts';
import { samplePet } from './sample-pet.ts';

/** How PET and CT are arranged: on three planes, or one plane of each beside the projection. */
export type FusionView = 'planes' | 'pet-ct';

/** The PET over the CT, for the screen around it. */
export interface FusionState {
  readonly view: FusionView;
  readonly phase: 'loading' | 'standing' | 'failed';
  /** Why the images of the PET form no volume. */
  readonly volumeFault: VolumeFault | undefined;
  readonly loaded: number;
  readonly count: number;
  /** Of the PET, 0 to 1. */
  readonly opacity: number;
  readonly palette: PaletteName;
  /** The upper end of the PET's window, which begins at 0, and those to choose from. */
  readonly upper: number;
  readonly uppers: readonly number[];
  /** Of the PET's values: `SUV`, or as the file says. */
  readonly unit: string;
  /** Why the values are not SUV. */
  readonly missing: readonly SuvTerm[];
  readonly coarseness: number;
  /** The angle of the projection, 0 to 35: from the front, then from the patient's left. */
  readonly angle: number;
  readonly mip: 'making' | 'standing' | 'failed' | 'unavailable';
}

interface FusionOptions {
  readonly loadImageValues: (frame: Frame) => Promise<ImageValues>;
  readonly maxBytes: number;
  readonly onChange: (state: FusionState) => void;
  /** Called when the planes show something else. */
  readonly onRedraw: () => void;
  readonly onFault: (error: unknown) => void;
  /** Where the planes cross, in patient coordinates. */
  readonly point: () => Vector3 | undefined;
  readonly moveTo: (point: Vector3) => void;
}

const redrawCount = 10; // redraws while it loads

/** A PET over the volume of a CT: its values on the planes, and its projections. */
export class Fusion implements PlaneOverlay {
  readonly #options: FusionOptions;
  readonly #projections = new MipProjections();
  readonly #canvases = new Set<MipCanvas>();
  #volume: Volume | undefined;
  #loader: VolumeLoader | undefined;
  #max = 0;
  /** The last values by plane, which two views of it share. */
  readonly #samples = new Map<string, { readonly key: readonly unknown[]; readonly values: Float32Array }>();
  #state: FusionState = {
    ...{ view: 'planes', phase: 'loading', volumeFault: undefined, loaded: 0, count: 0, coarseness: 1 },
    ...{ opacity: 0.5, palette: 'hotIron', upper: 1, uppers: [], unit: '', missing: [], angle: 0, mip: 'making' },
  };
  #isClosed = false;

  constructor(options: FusionOptions) {
    this.#options = options;
  }

  get state(): FusionState {
    return this.#state;
  }

  /** Loads the PET. Sets `volumeFault` if its images form no volume. */
  async open(frames: readonly Frame[], view: FusionView): Promise<void> {
    const geometry = createVolumeGeometry(frames);
    if (typeof geometry === 'string') return this.#change({ view, phase: 'failed', volumeFault: geometry });
    const { unit, missing } = geometry.valueScale;
    const volume = createVolume(geometry, coarsenessFor(geometry, this.#options.maxBytes));
    const uppers = petUppers(unit, 1);
    this.#volume = volume;
    this.#change({
      ...{ view, unit, missing, uppers, upper: initialUpper(uppers), count: frames.length },
      coarseness: volume.coarseness,
    });
    const loader = new VolumeLoader(volume, {
      loadImageValues: this.#options.loadImageValues,
      onLoaded: () => this.#onLoaded(),
      onHalved: (half) => {
        this.#volume = half;
        this.#change({ coarseness: half.coarseness });
      },
    });
    this.#loader = loader;
    try {
      await loader.load(Math.floor(frames.length / 2));
      if (!this.#isClosed) await this.#onComplete();
    } catch (error) {
      if (this.#isClosed) return;
      loader.stop();
      this.#volume = undefined;
      this.#change({ phase: 'failed' });
      this.#options.onFault(error);
    }
  }

  close(): void {
    this.#isClosed = true;
    this.#loader?.stop();
    this.#projections.close();
    this.#volume = undefined;
    this.#samples.clear();
  }

  setView(view: FusionView): void {
    this.#change({ view });
  }

  setOpacity(opacity: number): void {
    this.#change({ opacity: Math.max(0, Math.min(1, opacity)) });
  }

  setPalette(palette: PaletteName): void {
    this.#change({ palette });
  }

  setUpper(upper: number): void {
    this.#change({ upper });
  }

  /** Turns the projection by steps of 10 degrees. */
  turn(steps: number): void {
    const angle = (((this.#state.angle + steps) % angleCount) + angleCount) % angleCount;
    this.#state = { ...this.#state, angle };
    this.#options.onChange(this.#state);
    this.drawMip();
  }

  render(content: 'pet' | 'fused', drawing: OverlayDrawing, pixels: Uint32Array): void {
    const { image, voi } = drawing;
    const { width } = image.grid;
    const pet = this.#valuesFor(drawing);
    const upper = this.#state.upper / (this.#volume?.geometry.valueScale.factor ?? 1);
    if (content === 'pet' && pet) {
      renderPlane(pet, width, { window: { width: upper, center: upper / 2 }, isInverted: true }, pixels);
      return;
    }
    renderPlane(image.values, width, voi, pixels);
    const { opacity, palette } = this.#state;
    if (pet) blendPet(image.values, pet, { opacity, palette: paletteOf(palette), upper }, pixels);
    else if (content === 'pet') pixels.fill(0xff_00_00_00);
  }

  measure(
    image: Volume,
    plane: Plane,
    slab: Slab,
    kind: PlaneMeasurementKind,
    points: readonly Vector3[],
  ): PetValues | undefined {
    const pet = this.#volume;
    if (!pet || this.#state.phase !== 'standing') return undefined;
    const moved = planeIn(plane, image.geometry.axes, pet.geometry.axes);
    const { figure, statistics, isApproximate } = measureOnPlane(pet, moved, slab, kind, points);
    if (!figure) return undefined;
    const { value: mean, unit } = figure;
    return { mean, max: statistics?.max ?? mean, unit, isApproximate };
  }

  /** Attaches the projection to a canvas. Returns a function that detaches it. */
  attachMip(element: HTMLCanvasElement): () => void {
    const canvas = new MipCanvas(element);
    this.#canvases.add(canvas);
    const resizing = new ResizeObserver(() => this.drawMip());
    resizing.observe(element);
    return () => {
      resizing.disconnect();
      this.#canvases.delete(canvas);
    };
  }

  /** Moves the cross to the brightest place that a projection shows at client coordinates. */
  moveToBrightest(x: number, y: number): void {
    for (const canvas of this.#canvases) {
      const place = canvas.brightestAt(x, y);
      if (place) this.#options.moveTo(place);
    }
  }

  /** Draws the projection, with the cross of the planes. */
  drawMip(): void {
    const { angle, upper } = this.#state;
    const { size } = this.#projections;
    const view = this.#projections.viewOf(angle);
    const volume = this.#volume;
    if (!volume || !size || !view) return;
    const part = upper / ((this.#max || 1) * volume.geometry.valueScale.factor);
    const point = this.#options.point();
    for (const canvas of this.#canvases) canvas.draw({ volume, size, angle, ...view, upper: part, point });
  }

  /** Returns the PET's values on a plane of the image; undefined while there are none. */
  #valuesFor({ image: { grid }, volume, plane, slab }: OverlayDrawing): Float32Array | undefined {
    const pet = this.#volume;
    if (!pet?.slices.some(Boolean)) return undefined;
    const key = [pet, volume.geometry, plane, slab, grid.width, grid.height, ...grid.first, this.#state.loaded];
    const known = this.#samples.get(plane.name);
    if (known?.key.every((part, index) => part === key[index])) return known.values;
    const values = samplePet(pet, volume.geometry, plane, grid, slab, known?.values);
    this.#samples.set(plane.name, { key, values });
    return values;
  }

  #onLoaded(): void {
    const { loaded = 0 } = this.#loader ?? {};
    const { count } = this.#state;
    if (this.#isClosed || loaded % Math.ceil(count / redrawCount) !== 0) return;
    this.#change({ loaded });
  }

  async #onComplete(): Promise<void> {
    const volume = this.#volume;
    if (!volume) return;
    const { factor, unit } = volume.geometry.valueScale;
    this.#max = highestValue(volume);
    const uppers = petUppers(unit, this.#max * factor);
    const upper = uppers.includes(this.#state.upper) ? this.#state.upper : initialUpper(uppers);
    const mip = isAcrossBody(volume) ? 'making' : 'unavailable';
    this.#change({ phase: 'standing', loaded: this.#state.count, uppers, upper, mip });
    if (mip === 'unavailable') return;
    try {
      await this.#projections.make(volume, this.#max, () => this.drawMip());
      if (!this.#isClosed) this.#change({ mip: 'standing' });
    } catch (error) {
      if (this.#isClosed) return;
      this.#change({ mip: 'failed' });
      this.#options.onFault(error);
    }
  }

  #change(change: Partial<FusionState>): void {
    this.#state = { ...this.#state, ...change };
    this.#options.onChange(this.#state);
    this.#options.onRedraw();
    this.drawMip();
  }
}
