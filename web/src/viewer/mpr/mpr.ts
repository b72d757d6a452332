import { fetchOrder } from '../loading/fetch-order.ts';
import type { Frame } from '../loading/frames.ts';
import type { Window } from '../stack/image-metadata.ts';
import { type MprToolName, type PlaneName, planeNames } from '../tool-names.ts';
import { displayedAt, PlaneCanvas, type PlaneView } from './plane-canvas.ts';
import { type Plane, planesOf } from './planes.ts';
import { createVolume, type ImageValues, setImage, type Volume, windowOfVolume } from './volume.ts';
import { createVolumeGeometry, type VolumeFault, type VolumeGeometry } from './volume-geometry.ts';

/** The state of one plane, for the screen around its image. */
export interface PlaneState {
  readonly plane: Plane;
  /** From 0. */
  readonly index: number;
  readonly count: number;
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
  /** See `Volume`. */
  readonly coarseness: number;
  /** Empty until there is a volume. */
  readonly planes: Readonly<Partial<Record<PlaneName, PlaneState>>>;
}

export interface MprOptions {
  /** Loads an image's values. Rejects if it fails. */
  readonly loadImageValues: (frame: Frame) => Promise<ImageValues>;
  readonly maxBytes: number;
  readonly onChange: (state: MprState | undefined) => void;
  readonly onFault: (error: unknown) => void;
}

interface LoadedVolume {
  readonly geometry: VolumeGeometry;
  readonly volume: Volume;
  readonly planes: Record<PlaneName, Plane>;
}

const maxConcurrentLoads = 4; // images loaded at once
const defaultView: PlaneView = { zoom: 1, pan: [0, 0] };
const defaultViews = { axial: defaultView, coronal: defaultView, sagittal: defaultView };
const redrawCount = 20; // redraws while it loads

/** Shows three planes through a series' volume. At most one volume is in memory, and none after `close`. */
export class Mpr {
  readonly #options: MprOptions;
  readonly #canvases = new Map<PlaneName, PlaneCanvas>();
  #current: LoadedVolume | undefined;
  #state: MprState | undefined;
  #position: number[] = [0, 0, 0];
  #views: Record<PlaneName, PlaneView> = { axial: defaultView, coronal: defaultView, sagittal: defaultView };
  #drawing: number | undefined;

  constructor(options: MprOptions) {
    this.#options = options;
  }

  get state(): MprState | undefined {
    return this.#state;
  }

  /** Opens a series' planes at the image `index`. Sets `volumeFault` if the series forms no volume. */
  async open(frames: readonly Frame[], index: number, voi: { window?: Window | undefined; isInverted: boolean }) {
    const { active = 'axial', activeTool = 'cross' } = this.#state ?? {};
    this.close();
    const geometry = createVolumeGeometry(frames);
    const initialState: MprState = {
      ...{ phase: 'no-volume', volumeFault: undefined, loaded: 0, count: frames.length, coarseness: 1, planes: {} },
      ...{ active, activeTool, isInverted: voi.isInverted, window: voi.window ?? { width: 1, center: 0 } },
    };
    if (typeof geometry === 'string') return this.#change({ ...initialState, volumeFault: geometry });
    const volume = createVolume(geometry, this.#options.maxBytes);
    const current: LoadedVolume = { geometry, volume, planes: planesOf(geometry.axes) };
    this.#current = current;
    const at = Math.max(
      0,
      geometry.frames.findIndex(({ imageId }) => imageId === frames[index]?.imageId),
    );
    this.#position = [Math.floor(volume.dimensions[0] / 2), Math.floor(volume.dimensions[1] / 2), at];
    this.#views = defaultViews;
    this.#change({
      ...initialState,
      phase: 'loading',
      coarseness: volume.coarseness,
      planes: this.#planeStates(current),
    });
    await this.#load(current, at, voi.window);
  }

  /** Releases the volume. */
  close(): void {
    this.#current = undefined;
    if (this.#drawing !== undefined) cancelAnimationFrame(this.#drawing);
    this.#drawing = undefined;
    for (const canvas of this.#canvases.values()) canvas.clear();
    if (this.#state) this.#change(undefined);
  }

  /** The series' image that contains the cross. */
  get frame(): Frame | undefined {
    return this.#current?.geometry.frames[this.#position[2] ?? 0];
  }

  /** Attaches a plane to a canvas. Returns a function that detaches it. */
  attach(name: PlaneName, element: HTMLCanvasElement): () => void {
    const canvas = new PlaneCanvas(element);
    this.#canvases.set(name, canvas);
    const resizing = new ResizeObserver(() => this.#redraw());
    resizing.observe(element);
    return () => {
      resizing.disconnect();
      if (this.#canvases.get(name) === canvas) this.#canvases.delete(name);
    };
  }

  selectPlane(active: PlaneName): void {
    if (this.#state && this.#state.active !== active) this.#change({ ...this.#state, active });
  }

  selectTool(activeTool: MprToolName): void {
    if (this.#state) this.#change({ ...this.#state, activeTool });
  }

  setWindow(window: Window): void {
    if (this.#state) this.#change({ ...this.#state, window });
  }

  invert(): void {
    if (this.#state) this.#change({ ...this.#state, isInverted: !this.#state.isInverted });
  }

  /** Scrolls the active plane. */
  step(by: number): void {
    const plane = this.#activePlane();
    if (plane) this.goTo(plane.name, (this.#position[plane.through] ?? 0) + by);
  }

  /** Scrolls a plane to an index, from 0. */
  goTo(name: PlaneName, index: number): void {
    const through = this.#current?.planes[name].through;
    if (through !== undefined) this.#setPosition([[through, index]]);
  }

  /** Moves the cross over the active plane, in displayed values. */
  moveCross(across: number, down: number): void {
    const plane = this.#activePlane();
    if (!this.#current || !plane) return;
    const [column, row] = displayedAt(this.#current.volume, plane, this.#position);
    this.#moveCrossTo(plane, column + across, row + down);
  }

  /** Moves the cross to client coordinates over a plane. */
  pointAt(name: PlaneName, x: number, y: number): void {
    const plane = this.#current?.planes[name];
    if (!this.#current || !plane) return;
    const drawing = { volume: this.#current.volume, plane, view: this.#views[name] };
    const [column, row] = this.#canvases.get(name)?.valuesAt(drawing, x, y) ?? [0, 0];
    this.#moveCrossTo(plane, column, row);
  }

  /** Zooms all three planes together: they show the same body at the same scale. */
  zoomBy(factor: number): void {
    const clampZoom = (zoom: number) => Math.min(16, Math.max(0.25, zoom * factor));
    this.#updateViews(planeNames, ({ zoom, pan: [x, y] }) => {
      const next = clampZoom(zoom);
      return { zoom: next, pan: [(x * next) / zoom, (y * next) / zoom] };
    });
  }

  panBy(across: number, down: number): void {
    if (this.#state)
      this.#updateViews([this.#state.active], ({ zoom, pan: [x, y] }) => ({ zoom, pan: [x + across, y + down] }));
  }

  /** Fits the planes to their canvases again and centers the cross. */
  reset(): void {
    if (!this.#current) return;
    this.#views = defaultViews;
    this.#setPosition(this.#current.volume.dimensions.map((count, axis) => [axis, Math.floor(count / 2)] as const));
  }

  #activePlane(): Plane | undefined {
    return this.#state && this.#current?.planes[this.#state.active];
  }

  #updateViews(names: readonly PlaneName[], change: (view: PlaneView) => PlaneView): void {
    for (const name of names) this.#views = { ...this.#views, [name]: change(this.#views[name]) };
    this.#setPosition([]);
  }

  #moveCrossTo(plane: Plane, column: number, row: number): void {
    const dimensions = this.#current?.volume.dimensions ?? [0, 0, 0];
    const toVolumeCoordinate = ({ axis, isReversed }: Plane['across'], displayed: number) =>
      [axis, isReversed ? dimensions[axis] - 1 - displayed : displayed] as const;
    this.#setPosition([toVolumeCoordinate(plane.across, column), toVolumeCoordinate(plane.down, row)]);
  }

  #setPosition(coordinates: readonly (readonly [number, number])[]): void {
    if (!this.#current || !this.#state) return;
    for (const [axis, at] of coordinates)
      this.#position[axis] = Math.max(0, Math.min((this.#current.volume.dimensions[axis] ?? 1) - 1, at));
    this.#change({ ...this.#state, planes: this.#planeStates(this.#current) });
  }

  #planeStates({ planes, volume }: LoadedVolume): MprState['planes'] {
    const planeStateOf = (name: PlaneName): PlaneState => {
      const plane = planes[name];
      const index = this.#position[plane.through] ?? 0;
      return { plane, index, count: volume.dimensions[plane.through], view: this.#views[name] };
    };
    return { axial: planeStateOf('axial'), coronal: planeStateOf('coronal'), sagittal: planeStateOf('sagittal') };
  }

  async #load(current: LoadedVolume, from: number, window: Window | undefined): Promise<void> {
    const { frames } = current.geometry;
    const order = [from, ...fetchOrder(from, frames.length, 1, frames.length)];
    try {
      await Promise.all(Array.from({ length: maxConcurrentLoads }, () => this.#loadNext(current, order)));
      if (this.#current !== current || !this.#state) return;
      this.#change({
        ...this.#state,
        phase: 'standing',
        window: window ? this.#state.window : windowOfVolume(current.volume),
      });
    } catch (error) {
      if (this.#current !== current || !this.#state) return; // closed meanwhile
      this.#current = undefined;
      this.#change({ ...this.#state, phase: 'failed', planes: {} });
      this.#options.onFault(error);
    }
  }

  async #loadNext(current: LoadedVolume, order: number[]): Promise<void> {
    const { frames } = current.geometry;
    for (let index = order.shift(); index !== undefined; index = order.shift()) {
      const frame = frames[index];
      if (!frame) continue;
      const image = await this.#options.loadImageValues(frame);
      if (this.#current !== current || !this.#state) return;
      setImage(current.volume, index, image);
      const loaded = this.#state.loaded + 1;
      this.#state = { ...this.#state, loaded };
      if (loaded === 1 || loaded % Math.ceil(frames.length / redrawCount) === 0) this.#change(this.#state);
    }
  }

  #change(state: MprState | undefined): void {
    this.#state = state;
    this.#options.onChange(state);
    this.#redraw();
  }

  /** Redraws once, in the next animation frame. */
  #redraw(): void {
    if (!this.#current || this.#drawing !== undefined) return;
    this.#drawing = requestAnimationFrame(() => {
      this.#drawing = undefined;
      const { window, isInverted } = this.#state ?? {};
      if (!this.#current || !window || isInverted === undefined) return;
      const { volume, planes } = this.#current;
      const position = this.#position;
      for (const [name, canvas] of this.#canvases)
        canvas.draw({ volume, plane: planes[name], position, voi: { window, isInverted }, view: this.#views[name] });
    });
  }
}
