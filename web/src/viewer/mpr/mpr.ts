import type { Annotation, AnnotationView } from '@medcloud/contract/shapes/annotations';
import type { Frame } from '../loading/frames.ts';
import type { Window } from '../stack/image-metadata.ts';
import {
  type MprToolName,
  type PlaneMeasurementKind,
  type PlaneName,
  planeNames,
  type ViewName,
} from '../tool-names.ts';
import type { MprOptions, MprState, PlaneState } from './mpr-state.ts';
import { planesShowing, seriesOf, toPlaneItem } from './plane-annotation.ts';
import type { PlaneView } from './plane-canvas.ts';
import { PlaneDrawer, type PlanesDrawing, planeNameOf } from './plane-drawer.ts';
import { clampToVolume, middleOf, pointAtStep, snapToValue, stepAlong, stepsOf } from './plane-grid.ts';
import { pointsOf, toPatient, toVolume } from './plane-item.ts';
import { noPlaneMeasurements, PlaneMeasuring } from './plane-measuring.ts';
import type { PlaneOverlay } from './plane-overlay.ts';
import { degreesBetween, type Planes, planesOf, turnPlanes } from './planes.ts';
import { isOnValues } from './sample-plane.ts';
import { maxThicknessMm, noSlab, type Slab } from './slab.ts';
import { plus, scale, type Vector3 } from './vector.ts';
import { OriginalSlice } from './volume/original-slice.ts';
import { coarsenessFor, createVolume, setSlice, type Volume, windowOfVolume } from './volume/volume.ts';
import { createVolumeGeometry, type VolumeGeometry } from './volume/volume-geometry.ts';
import { VolumeLoader } from './volume/volume-loader.ts';

interface LoadedVolume {
  volume: Volume;
  planes: Planes;
  readonly loader: VolumeLoader;
  readonly original: OriginalSlice;
}

const defaultView: PlaneView = { zoom: 1, pan: [0, 0] };
const defaultViews = { axial: defaultView, coronal: defaultView, sagittal: defaultView };
const redrawCount = 20; // redraws while it loads

/** Shows three planes through a series' volume. At most one volume is in memory, and none after `close`. */
export class Mpr {
  /** What the planes show, and where. */
  readonly drawer = new PlaneDrawer(() => this.#drawing());
  /** Measurements on the planes. */
  readonly measuring: PlaneMeasuring;
  readonly #options: MprOptions;
  #current: LoadedVolume | undefined;
  #state: MprState | undefined;
  #point: Vector3 = [0, 0, 0];
  #views: Record<PlaneName, PlaneView> = defaultViews;
  #overlay: PlaneOverlay | undefined;

  constructor(options: MprOptions) {
    this.#options = options;
    this.measuring = new PlaneMeasuring({
      store: options.store,
      viewOf: () => this.#annotationView,
      planeOf: (name) => this.drawer.measuredPlane(name),
      onChange: (measurements) => this.#state && this.#change({ ...this.#state, measurements }),
    });
  }

  get state(): MprState | undefined {
    return this.#state;
  }

  /** Opens a series' planes at the image `index`. Sets `volumeFault` if the series forms no volume. */
  async open(frames: readonly Frame[], index: number, voi: { window?: Window | undefined; isInverted: boolean }) {
    const { active = 'axial', activeTool = 'cross', slab = noSlab } = this.#state ?? {};
    this.close();
    const geometry = createVolumeGeometry(frames);
    const initialState: MprState = {
      ...{ phase: 'no-volume', volumeFault: undefined, loaded: 0, count: frames.length, coarseness: 1, planes: {} },
      ...{ active, activeTool, slab, isInverted: voi.isInverted, window: voi.window ?? { width: 1, center: 0 } },
      ...{ geometry: undefined, isShortOfMemory: false, measurements: noPlaneMeasurements },
    };
    if (typeof geometry === 'string') return this.#change({ ...initialState, volumeFault: geometry });
    const at = Math.max(
      0,
      geometry.frames.findIndex(({ imageId }) => imageId === frames[index]?.imageId),
    );
    const current = this.#createCurrent(geometry);
    this.#current = current;
    this.#options.makeRoom();
    this.measuring.open(seriesOf(geometry));
    const [x, y] = middleOf(current.volume);
    this.#point = snapToValue(current.volume, [x, y, geometry.positions[at] ?? 0]);
    this.#views = defaultViews;
    const { coarseness } = current.volume;
    this.#change({ ...initialState, phase: 'loading', coarseness, geometry, loaded: current.loader.loaded });
    this.measuring.refresh();
    this.#setPoint(this.#point);
    await this.#load(current, at, voi.window);
  }

  /** Releases the volume. */
  close(): void {
    this.#current?.loader.stop();
    this.#current = undefined;
    this.drawer.clear();
    if (!this.#state) return;
    this.#options.onClose();
    this.#change(undefined);
  }

  /** Returns whether the volume holds an image's own array, which must then not be released. */
  holds(imageId: string): boolean {
    const { volume } = this.#current ?? {};
    if (!volume || volume.coarseness > 1) return false;
    const index = volume.geometry.frames.findIndex((frame) => frame.imageId === imageId);
    return volume.slices[index] !== undefined;
  }

  /** The series' image that contains the cross. */
  get frame(): Frame | undefined {
    const { volume } = this.#current ?? {};
    if (!volume) return undefined;
    const plane = planesOf(volume.geometry.axes);
    const along = planeNames.find((name) => plane[name].axes?.through === 2) ?? 'axial';
    return volume.geometry.frames[stepsOf(volume, plane[along], this.#point).index];
  }

  /** Lays a PET over the volume, or takes it off. */
  setOverlay(overlay: PlaneOverlay | undefined): void {
    this.#overlay = overlay;
    this.#redraw();
  }

  /** The volume's size in memory, once it is loaded. */
  get bytes(): number {
    const [columns, rows, count] = this.#current?.volume.dimensions ?? [0, 0, 0];
    return columns * rows * count * 2; // CT has 16 bits
  }

  /** The cross in patient coordinates. */
  get patientPoint(): Vector3 | undefined {
    return this.#current && toPatient(this.#current.volume.geometry, this.#point);
  }

  /** Moves the cross to a point in patient coordinates. */
  moveToPatient(point: Vector3): void {
    if (this.#current) this.#moveTo(toVolume(this.#current.volume.geometry, point));
  }

  /** Attaches a view to a canvas. Returns a function that detaches it. */
  attach(view: ViewName, element: HTMLCanvasElement): () => void {
    return this.drawer.attach(view, element, () => this.#state && this.#change({ ...this.#state }));
  }

  selectPlane(view: ViewName): void {
    const active = this.#planeNameOf(view);
    if (this.#state && active && this.#state.active !== active) this.#change({ ...this.#state, active });
  }

  selectTool(activeTool: MprToolName): void {
    this.measuring.cancel();
    if (this.#state) this.#change({ ...this.#state, activeTool });
  }

  setWindow(window: Window): void {
    if (this.#state) this.#change({ ...this.#state, window });
  }

  setSlab(slab: Partial<Slab>): void {
    if (!this.#state) return;
    const { thicknessMm, blend } = { ...this.#state.slab, ...slab };
    this.#change({
      ...this.#state,
      slab: { blend, thicknessMm: Math.max(0, Math.min(maxThicknessMm, thicknessMm)) },
    });
  }

  invert(): void {
    if (this.#state) this.#change({ ...this.#state, isInverted: !this.#state.isInverted });
  }

  /** Shows the plane that an item was measured on, as it was shown then, with the cross in the item's middle. */
  showItem(annotation: Annotation): void {
    const item = toPlaneItem(annotation);
    if (!item || !this.#current) return;
    const { volume } = this.#current;
    const { name, planes } = planesShowing(item, this.#current.planes, volume.geometry.axes);
    this.#current.planes = planes;
    const points = pointsOf(item);
    const sum = points.reduce<Vector3>((all, point) => plus(all, point), [0, 0, 0]);
    this.selectPlane(name);
    this.setSlab(item.slab);
    if (annotation.view?.window) this.setWindow(annotation.view.window);
    this.#setPoint(toVolume(volume.geometry, scale(sum, 1 / Math.max(1, points.length))));
  }

  /** Scrolls the active plane. */
  step(by: number): void {
    const { active, planes } = this.#state ?? {};
    const planeState = active && planes?.[active];
    if (planeState) this.goTo(active, planeState.index + by);
  }

  /** Scrolls a plane to an index, from 0. */
  goTo(name: PlaneName, index: number): void {
    if (!this.#current) return;
    const { volume, planes } = this.#current;
    this.#setPoint(pointAtStep(volume, planes[name], this.#point, index));
  }

  /** Moves the cross over the active plane, by displayed values. */
  moveCross(across: number, down: number): void {
    const plane = this.#state && this.#current?.planes[this.#state.active];
    if (!this.#current || !plane) return;
    const { volume } = this.#current;
    const moved = plus(this.#point, scale(plane.across, across * stepAlong(volume, plane.across)));
    this.#moveTo(plus(moved, scale(plane.down, down * stepAlong(volume, plane.down))));
  }

  /** Moves the cross to client coordinates over a plane. */
  pointAt(view: ViewName, x: number, y: number): void {
    const point = this.drawer.pointAt(view, x, y);
    if (point) this.#moveTo(point);
  }

  /** Turns the other two planes about the cross, clockwise as seen on the named plane. */
  turn(degrees: number, name = this.#state?.active): void {
    if (!this.#current || !name) return;
    const { volume, planes } = this.#current;
    this.#current.planes = turnPlanes(planes, name, degrees, volume.geometry.axes);
    this.#setPoint(this.#point);
  }

  /** Turns the other two planes as far as a pointer moved around the cross, between client coordinates. */
  turnBetween(view: ViewName, from: readonly [number, number], to: readonly [number, number]): void {
    const name = this.#planeNameOf(view);
    const plane = name && this.#current?.planes[name];
    const [start, end] = [this.drawer.pointAt(view, ...from), this.drawer.pointAt(view, ...to)];
    if (!plane || !start || !end) return;
    this.turn(degreesBetween(plane, this.#point, start, end), name);
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

  /** Turns the planes back, fits them to their canvases again and centers the cross. */
  reset(): void {
    if (!this.#current) return;
    const { volume } = this.#current;
    this.#views = defaultViews;
    this.#current.planes = planesOf(volume.geometry.axes);
    this.#setPoint(snapToValue(volume, middleOf(volume)));
  }

  /** Starts a measurement by keyboard at the cross on the active plane. */
  beginMeasuring(kind: PlaneMeasurementKind): void {
    if (this.#state) this.measuring.begin(this.drawer.viewOf(this.#state.active), kind, this.#point, true);
  }

  get #annotationView(): AnnotationView | undefined {
    const { window, isInverted } = this.#state ?? {};
    return window && { window, ...(isInverted ? { invert: true } : {}) };
  }

  #createCurrent(geometry: VolumeGeometry): LoadedVolume {
    const volume = createVolume(geometry, coarsenessFor(geometry, this.#options.maxBytes));
    const { loadImageValues, decodedValues } = this.#options;
    for (const [index, frame] of geometry.frames.entries()) {
      const image = decodedValues(frame);
      if (image) setSlice(volume, index, image);
    }
    const loader = new VolumeLoader(volume, {
      loadImageValues,
      onLoaded: () => this.#onLoaded(),
      onHalved: (half) => this.#onHalved(half),
    });
    const original = new OriginalSlice(geometry, loadImageValues, () => this.#redraw());
    return { volume, planes: planesOf(geometry.axes), loader, original };
  }

  #planeNameOf(view: ViewName): PlaneName | undefined {
    return this.#state && planeNameOf(view, this.#state.active);
  }

  #updateViews(names: readonly PlaneName[], change: (view: PlaneView) => PlaneView): void {
    for (const name of names) this.#views = { ...this.#views, [name]: change(this.#views[name]) };
    this.#setPoint(this.#point);
  }

  /** Moves the cross. Planes that were not turned go through values, so nothing is interpolated. */
  #moveTo(point: Vector3): void {
    if (!this.#current) return;
    const { volume, planes } = this.#current;
    const isOnAll = planeNames.every((name) => isOnValues(volume, planes[name]));
    this.#setPoint(isOnAll ? snapToValue(volume, point) : point);
  }

  #setPoint(point: Vector3): void {
    if (!this.#current || !this.#state) return;
    const { volume, planes } = this.#current;
    this.#point = clampToVolume(volume, point);
    const planeStateOf = (name: PlaneName): PlaneState => ({
      ...stepsOf(volume, planes[name], this.#point),
      plane: planes[name],
      view: this.#views[name],
    });
    this.#change({
      ...this.#state,
      planes: { axial: planeStateOf('axial'), coronal: planeStateOf('coronal'), sagittal: planeStateOf('sagittal') },
    });
  }

  async #load(current: LoadedVolume, from: number, window: Window | undefined): Promise<void> {
    try {
      await current.loader.load(from);
      if (this.#current !== current || !this.#state) return;
      const { volume } = current;
      this.#change({ ...this.#state, phase: 'standing', window: window ? this.#state.window : windowOfVolume(volume) });
    } catch (error) {
      if (this.#current !== current || !this.#state) return; // closed meanwhile
      current.loader.stop();
      this.#current = undefined;
      this.#change({ ...this.#state, phase: 'failed', planes: {} });
      this.#options.onFault(error);
    }
  }

  #onLoaded(): void {
    if (!this.#current || !this.#state) return;
    const { loaded } = this.#current.loader;
    this.#state = { ...this.#state, loaded };
    if (loaded === 1 || loaded % Math.ceil(this.#state.count / redrawCount) === 0) this.#change(this.#state);
  }

  #onHalved(half: Volume): void {
    if (!this.#current || !this.#state) return;
    this.#current.volume = half;
    this.#state = { ...this.#state, coarseness: half.coarseness, isShortOfMemory: true };
    this.#setPoint(this.#point);
  }

  #change(state: MprState | undefined): void {
    this.#state = state;
    this.#options.onChange(state);
    this.#redraw();
  }

  /** Redraws once, in the next animation frame. */
  #redraw(): void {
    this.drawer.redraw();
  }

  #drawing(): PlanesDrawing | undefined {
    if (!this.#current || !this.#state) return undefined;
    const { window, isInverted, slab, active } = this.#state;
    const { volume, planes, original } = this.#current;
    const [point, views, overlay] = [this.#point, this.#views, this.#overlay];
    return { volume, planes, original, slab, point, views, active, overlay, voi: { window, isInverted } };
  }
}
