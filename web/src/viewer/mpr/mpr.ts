import { type MprHand, type PlaneName, planeNames } from '../hands.ts';
import { fetchOrder } from '../loading/fetch-order.ts';
import type { Frame } from '../loading/frames.ts';
import type { Window } from '../stack/picture-facts.ts';
import { type BlockOfFrames, formVolume, type NotAVolume } from './form-volume.ts';
import { PlaneCanvas, type PlaneLook, seenAt } from './plane-canvas.ts';
import { type Plane, planesOf } from './planes.ts';
import { layPicture, makeVolume, type Picture, type Volume, windowOver } from './volume.ts';

/** One of the three planes, as a screen draws it around its picture. */
export interface PlaneState {
  readonly plane: Plane;
  /** From 0. */
  readonly index: number;
  readonly count: number;
  readonly look: PlaneLook;
}

/** Three planes through one volume. */
export interface MprState {
  readonly phase: 'loading' | 'standing' | 'failed' | 'no-volume';
  readonly why: NotAVolume | undefined;
  readonly loaded: number;
  readonly count: number;
  readonly active: PlaneName;
  readonly hand: MprHand;
  readonly window: Window;
  readonly inverted: boolean;
  /** See `Volume`. */
  readonly coarseness: number;
  /** Empty until there is a volume. */
  readonly planes: Readonly<Partial<Record<PlaneName, PlaneState>>>;
}

export interface MprOptions {
  /** A picture as it is shown; fails where it cannot be had. */
  readonly pictureOf: (frame: Frame) => Promise<Picture>;
  readonly mostBytes: number;
  readonly onChange: (state: MprState | undefined) => void;
  readonly onFault: (error: unknown) => void;
}

interface Opened {
  readonly block: BlockOfFrames;
  readonly volume: Volume;
  readonly planes: Record<PlaneName, Plane>;
}

const asked = 4; // pictures under way at once
const unmoved: PlaneLook = { zoom: 1, pan: [0, 0] };
const unmovedLooks = { axial: unmoved, coronal: unmoved, sagittal: unmoved };
const redraws = 20; // while it loads

/** Three planes through the volume that a series forms. One volume at a time is held, and none once it is closed. */
export class Mpr {
  readonly #options: MprOptions;
  readonly #canvases = new Map<PlaneName, PlaneCanvas>();
  #opened: Opened | undefined;
  #state: MprState | undefined;
  #position: number[] = [0, 0, 0];
  #looks: Record<PlaneName, PlaneLook> = { axial: unmoved, coronal: unmoved, sagittal: unmoved };
  #drawing: number | undefined;

  constructor(options: MprOptions) {
    this.#options = options;
  }

  get state(): MprState | undefined {
    return this.#state;
  }

  /** Opens a series' planes where the picture at `index` is; says why where it forms no volume. */
  async open(frames: readonly Frame[], index: number, greys: { window?: Window | undefined; inverted: boolean }) {
    const { active = 'axial', hand = 'cross' } = this.#state ?? {};
    this.close();
    const block = formVolume(frames);
    const none: MprState = {
      ...{ phase: 'no-volume', why: undefined, loaded: 0, count: frames.length, coarseness: 1, planes: {} },
      ...{ active, hand, inverted: greys.inverted, window: greys.window ?? { width: 1, center: 0 } },
    };
    if (typeof block === 'string') return this.#change({ ...none, why: block });
    const volume = makeVolume(block, this.#options.mostBytes);
    const opened: Opened = { block, volume, planes: planesOf(block.axes) };
    this.#opened = opened;
    const at = Math.max(
      0,
      block.frames.findIndex(({ imageId }) => imageId === frames[index]?.imageId),
    );
    this.#position = [Math.floor(volume.counts[0] / 2), Math.floor(volume.counts[1] / 2), at];
    this.#looks = unmovedLooks;
    this.#change({ ...none, phase: 'loading', coarseness: volume.coarseness, planes: this.#planesNow(opened) });
    await this.#load(opened, at, greys.window);
  }

  /** The volume is let go of. */
  close(): void {
    this.#opened = undefined;
    if (this.#drawing !== undefined) cancelAnimationFrame(this.#drawing);
    this.#drawing = undefined;
    for (const canvas of this.#canvases.values()) canvas.clear();
    if (this.#state) this.#change(undefined);
  }

  /** The picture of the series that the cross lies in. */
  get frame(): Frame | undefined {
    return this.#opened?.block.frames[this.#position[2] ?? 0];
  }

  /** Gives a plane its place on the page; returns how to take it back. */
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

  choose(active: PlaneName): void {
    if (this.#state && this.#state.active !== active) this.#change({ ...this.#state, active });
  }

  take(hand: MprHand): void {
    if (this.#state) this.#change({ ...this.#state, hand });
  }

  setWindow(window: Window): void {
    if (this.#state) this.#change({ ...this.#state, window });
  }

  invert(): void {
    if (this.#state) this.#change({ ...this.#state, inverted: !this.#state.inverted });
  }

  /** Leafs the active plane. */
  step(by: number): void {
    const plane = this.#activePlane();
    if (plane) this.goTo(plane.name, (this.#position[plane.through] ?? 0) + by);
  }

  /** Leafs a plane to a place, from 0. */
  goTo(name: PlaneName, index: number): void {
    const through = this.#opened?.planes[name].through;
    if (through !== undefined) this.#place([[through, index]]);
  }

  /** Moves the cross over the active plane, by values as they are seen. */
  moveCross(across: number, down: number): void {
    const plane = this.#activePlane();
    if (!this.#opened || !plane) return;
    const [column, row] = seenAt(this.#opened.volume, plane, this.#position);
    this.#placeSeen(plane, column + across, row + down);
  }

  /** Puts the cross at a point of the window, over a plane. */
  pointAt(name: PlaneName, x: number, y: number): void {
    const plane = this.#opened?.planes[name];
    if (!this.#opened || !plane) return;
    const shown = { volume: this.#opened.volume, plane, look: this.#looks[name] };
    const [column, row] = this.#canvases.get(name)?.valuesAt(shown, x, y) ?? [0, 0];
    this.#placeSeen(plane, column, row);
  }

  /** All three planes together: they show one body at one size. */
  zoomBy(factor: number): void {
    const within = (zoom: number) => Math.min(16, Math.max(0.25, zoom * factor));
    this.#look(planeNames, ({ zoom, pan: [x, y] }) => {
      const next = within(zoom);
      return { zoom: next, pan: [(x * next) / zoom, (y * next) / zoom] };
    });
  }

  panBy(across: number, down: number): void {
    if (this.#state)
      this.#look([this.#state.active], ({ zoom, pan: [x, y] }) => ({ zoom, pan: [x + across, y + down] }));
  }

  /** The planes fit their places again, and the cross stands in the middle. */
  reset(): void {
    if (!this.#opened) return;
    this.#looks = unmovedLooks;
    this.#place(this.#opened.volume.counts.map((count, axis) => [axis, Math.floor(count / 2)] as const));
  }

  #activePlane(): Plane | undefined {
    return this.#state && this.#opened?.planes[this.#state.active];
  }

  #look(names: readonly PlaneName[], change: (look: PlaneLook) => PlaneLook): void {
    for (const name of names) this.#looks = { ...this.#looks, [name]: change(this.#looks[name]) };
    this.#place([]);
  }

  #placeSeen(plane: Plane, column: number, row: number): void {
    const counts = this.#opened?.volume.counts ?? [0, 0, 0];
    const kept = ({ axis, isReversed }: Plane['across'], seen: number) =>
      [axis, isReversed ? counts[axis] - 1 - seen : seen] as const;
    this.#place([kept(plane.across, column), kept(plane.down, row)]);
  }

  #place(places: readonly (readonly [number, number])[]): void {
    if (!this.#opened || !this.#state) return;
    for (const [axis, at] of places)
      this.#position[axis] = Math.max(0, Math.min((this.#opened.volume.counts[axis] ?? 1) - 1, at));
    this.#change({ ...this.#state, planes: this.#planesNow(this.#opened) });
  }

  #planesNow({ planes, volume }: Opened): MprState['planes'] {
    const now = (name: PlaneName): PlaneState => {
      const plane = planes[name];
      const index = this.#position[plane.through] ?? 0;
      return { plane, index, count: volume.counts[plane.through], look: this.#looks[name] };
    };
    return { axial: now('axial'), coronal: now('coronal'), sagittal: now('sagittal') };
  }

  async #load(opened: Opened, from: number, window: Window | undefined): Promise<void> {
    const { frames } = opened.block;
    const order = [from, ...fetchOrder(from, frames.length, 1, frames.length)];
    try {
      await Promise.all(Array.from({ length: asked }, () => this.#loadNext(opened, order)));
      if (this.#opened !== opened || !this.#state) return;
      this.#change({
        ...this.#state,
        phase: 'standing',
        window: window ? this.#state.window : windowOver(opened.volume),
      });
    } catch (error) {
      if (this.#opened !== opened || !this.#state) return; // left meanwhile
      this.#opened = undefined;
      this.#change({ ...this.#state, phase: 'failed', planes: {} });
      this.#options.onFault(error);
    }
  }

  async #loadNext(opened: Opened, order: number[]): Promise<void> {
    const { frames } = opened.block;
    for (let place = order.shift(); place !== undefined; place = order.shift()) {
      const frame = frames[place];
      if (!frame) continue;
      const picture = await this.#options.pictureOf(frame);
      if (this.#opened !== opened || !this.#state) return;
      layPicture(opened.volume, place, picture);
      const loaded = this.#state.loaded + 1;
      this.#state = { ...this.#state, loaded };
      if (loaded === 1 || loaded % Math.ceil(frames.length / redraws) === 0) this.#change(this.#state);
    }
  }

  #change(state: MprState | undefined): void {
    this.#state = state;
    this.#options.onChange(state);
    this.#redraw();
  }

  /** Once, before the next picture of the page. */
  #redraw(): void {
    if (!this.#opened || this.#drawing !== undefined) return;
    this.#drawing = requestAnimationFrame(() => {
      this.#drawing = undefined;
      const { window, inverted } = this.#state ?? {};
      if (!this.#opened || !window || inverted === undefined) return;
      const { volume, planes } = this.#opened;
      const position = this.#position;
      for (const [name, canvas] of this.#canvases)
        canvas.draw({ volume, plane: planes[name], position, greys: { window, inverted }, look: this.#looks[name] });
    });
  }
}
