import * as core from '@cornerstonejs/core';
import type { SeriesToView } from '@medcloud/contract/shapes/viewing';
import type { DataSet } from './dicom-json.ts';
import { faultOf } from './fault.ts';
import { type Hand, type Layout, panesOf } from './hands.ts';
import { readFailure, startLibrary } from './library.ts';
import { FetchedAhead } from './loading/fetched-ahead.ts';
import { FrameStore } from './loading/frame-store.ts';
import { type Frame, kindOf } from './loading/frames.ts';
import { deviceMemory, type MemoryBounds, memoryBounds } from './loading/memory.ts';
import { type SeriesAhead, SeriesSource } from './loading/series-source.ts';
import { KeyMeasuring, type KeyMeasuringState } from './measure/key-measuring.ts';
import { listMeasurements, type Measurement, removeMeasurements, watchMeasurements } from './measure/measurements.ts';
import { Mpr, type MprState } from './mpr/mpr.ts';
import type { Picture } from './mpr/volume.ts';
import { Cine } from './stack/cine.ts';
import { emptyPane, Pane, type PaneState } from './stack/pane.ts';
import { type Window, windowsOf } from './stack/picture-facts.ts';
import { makeToolGroup, takeInHand } from './tools.ts';

/** Everything that the screen around the pictures needs to know. */
export interface ViewerState {
  readonly layout: Layout;
  readonly active: number;
  readonly panes: readonly PaneState[];
  readonly hand: Hand;
  /** Pictures a second while the active pane plays; undefined while it stands. */
  readonly playing: number | undefined;
  /** Three planes through the active pane's series, while they stand in the panes' place. */
  readonly mpr: MprState | undefined;
  /** Measurements on the active pane's series, in the order in which they were made. */
  readonly measurements: readonly Measurement[];
  /** What the keyboard measures now, or did last. */
  readonly measuring: KeyMeasuringState | undefined;
}

export interface ViewerOptions {
  readonly examId: string;
  readonly isPhone: boolean;
  /** The portal refused a picture or a series: what the screen knows may be out of date. */
  readonly onRefused: () => void;
  /** Metadata of a series that are on their way already. */
  readonly ahead: SeriesAhead | undefined;
}

const engineId = 'exam';
const groupId = 'exam';

/** An opened exam's pictures: panes, tools in hand, what is fetched ahead. It speaks to the screen by `subscribe` and `snapshot`. */
export class Viewer {
  /** The planes of a volume; closed but while `state.mpr` is there. */
  readonly mpr: Mpr;
  readonly measuring: KeyMeasuring;
  readonly #listeners = new Set<() => void>();
  readonly #bounds: MemoryBounds;
  readonly #source: SeriesSource;
  readonly #store: FrameStore;
  readonly #engine: core.RenderingEngine;
  readonly #group: ReturnType<typeof makeToolGroup>;
  readonly #stopLibrary: () => void;
  readonly #stopWatching: () => void;
  readonly #panes: Pane[];
  readonly #ahead: FetchedAhead;
  readonly #resizing: ResizeObserver;
  readonly #cine = new Cine(async () => {
    const { index, frames } = this.#pane(this.#state.active);
    if (frames.length > 1) await this.#seek(this.#state.active, (index + 1) % frames.length);
  });
  #state: ViewerState;

  constructor(options: ViewerOptions) {
    this.#source = new SeriesSource(options);
    this.#bounds = memoryBounds(deviceMemory(), options.isPhone);
    this.#store = new FrameStore(this.#bounds.encodedBytes, this.#source.fetchFrame);
    this.#ahead = new FetchedAhead(this.#store, this.#bounds.decodedBytes, (place, frames, loaded) => {
      if (this.#pane(place).frames === frames) this.#changePane(place, { loaded });
    });
    const { factsOf, paint } = this.#source;
    this.#stopLibrary = startLibrary({ store: this.#store, factsOf, paint }, this.#bounds.decodedBytes);
    this.#engine = new core.RenderingEngine(engineId);
    this.#group = makeToolGroup(groupId);
    this.#panes = Array.from(
      { length: panesOf['2x2'] },
      (_, place) => new Pane(`pane-${place}`, this.#engine, (change) => this.#changePane(place, change)),
    );
    core.eventTarget.addEventListener(core.Enums.Events.IMAGE_LOAD_ERROR, this.#noteFailed);
    this.#resizing = new ResizeObserver(() => this.#engine.resize(true, !this.#isAllInSight()));
    const hand: Hand = options.isPhone ? 'scroll' : 'window';
    const nothingYet = { playing: undefined, mpr: undefined, measurements: [], measuring: undefined };
    this.#state = { layout: '1x1', active: 0, panes: this.#panes.map(() => emptyPane), hand, ...nothingYet };
    this.measuring = new KeyMeasuring({
      viewport: () => this.#panes[this.#state.active]?.viewport,
      onChange: (measuring) => this.#change({ measuring }),
    });
    this.#stopWatching = watchMeasurements(() => this.#listMeasurements());
    this.mpr = new Mpr({
      pictureOf: ({ imageId }) => this.#pictureOf(imageId),
      mostBytes: this.#bounds.volumeBytes,
      onChange: (mpr) => this.#change({ mpr }),
      onFault: (error) => console.error(error), // the screen says that it failed
    });
    takeInHand(this.#group, hand);
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly snapshot = (): ViewerState => this.#state;

  /** Everything is let go of: pictures, threads' work, measurements. */
  close(): void {
    this.pause();
    this.mpr.close();
    this.#stopWatching();
    this.#ahead.stop();
    this.#resizing.disconnect();
    core.eventTarget.removeEventListener(core.Enums.Events.IMAGE_LOAD_ERROR, this.#noteFailed);
    for (const pane of this.#panes) pane.detach();
    this.#engine.destroy();
    this.#stopLibrary();
    this.#store.clear();
  }

  /** Gives a pane its place on the page; returns how to take it back. */
  attach(place: number, element: HTMLDivElement): () => void {
    const pane = this.#panes[place];
    if (!pane) throw new Error('There are four panes at most');
    pane.attach(element);
    this.#group.addViewport(pane.id, engineId);
    this.#resizing.observe(element);
    void this.#drawAgain(place, pane);
    return () => {
      this.#resizing.unobserve(element);
      this.#group.removeViewports(engineId, pane.id);
      pane.detach();
    };
  }

  /** Shows a series in a pane, from its middle. */
  async show(series: SeriesToView, place = this.#state.active): Promise<void> {
    this.pause();
    this.measuring.drop();
    this.#ahead.stop(place);
    this.#changePane(place, { ...emptyPane, series, phase: 'loading' });
    try {
      const frames = await this.#source.framesOf(series);
      if (this.#pane(place).series !== series) return; // another was chosen meanwhile
      if (frames.length === 0) {
        const other = kindOf(await this.#source.metadataOf(series));
        return this.#changePane(place, { phase: 'other', other });
      }
      const index = Math.floor((frames.length - 1) / 2);
      this.#changePane(place, { phase: 'picture', frames, index });
      this.#listMeasurements();
      if (this.#state.mpr) this.openMpr();
      await this.#draw(place, frames, index);
    } catch (error) {
      this.#source.noteRefusal(error);
      if (this.#pane(place).series === series) this.#changePane(place, { phase: 'failed' });
    }
  }

  /** The frame in sight, or the whole series, once more. */
  async tryAgain(place: number): Promise<void> {
    const { series, frames, index, phase } = this.#pane(place);
    if (!series) return;
    if (phase === 'failed') return await this.show(series, place);
    await this.#draw(place, frames, index);
  }

  take(hand: Hand): void {
    this.measuring.drop();
    takeInHand(this.#group, hand);
    this.#change({ hand });
  }

  /** As `take`, by a key: the picture has the focus then, so that Enter measures on it and presses no button. */
  takeByKey(hand: Hand): void {
    this.take(hand);
    this.#panes[this.#state.active]?.focus();
  }

  choose(place: number): void {
    if (place === this.#state.active) return;
    this.measuring.drop();
    this.#change({ active: place });
    this.#listMeasurements();
  }

  setLayout(layout: Layout): void {
    this.pause();
    if (this.#state.mpr) this.closeMpr();
    this.#change({ layout, active: Math.min(this.#state.active, panesOf[layout] - 1) });
  }

  /** Puts three planes through the active pane's series in the panes' place. Decoded pictures are let go of for the volume. */
  openMpr(): void {
    this.pause();
    this.measuring.drop();
    this.#ahead.stop();
    const { frames, index, window, inverted } = this.#pane(this.#state.active);
    core.cache.purgeCache();
    const proposed = windowsOf(frames[index]?.facts ?? {})[0];
    void this.mpr.open(frames, index, { window: window ?? proposed, inverted });
  }

  /** Back to the pictures as they are, where the cross stood. */
  closeMpr(): void {
    const { frames } = this.#pane(this.#state.active);
    const at = this.mpr.frame;
    const index = frames.findIndex(({ imageId }) => imageId === at?.imageId);
    const { window, inverted = false } = this.#state.mpr ?? {};
    this.mpr.close();
    if (index >= 0) this.#changePane(this.#state.active, { index, window, inverted });
  }

  goTo(index: number, place = this.#state.active): void {
    const { frames } = this.#pane(place);
    const wanted = Math.max(0, Math.min(frames.length - 1, index));
    if (place === this.#state.active && wanted !== this.#pane(place).index) this.measuring.drop();
    if (frames.length > 0) void this.#seek(place, wanted);
  }

  step(by: number): void {
    const pane = this.#panes[this.#state.active];
    if (pane) this.goTo(pane.index + by);
  }

  setWindow(window: Window): void {
    this.#shown().setWindow(window);
  }

  invert(): void {
    this.#shown().invert();
  }

  rotate(): void {
    this.#active().rotate();
  }

  flip(): void {
    this.#active().flip();
  }

  zoomBy(factor: number): void {
    this.#shown().zoomBy(factor);
  }

  panBy(across: number, down: number): void {
    this.#shown().panBy(across, down);
  }

  reset(): void {
    this.#shown().reset();
  }

  /** The named one; else the chosen one; else all. */
  removeMeasurements(id?: string): void {
    removeMeasurements(id);
    this.#engine.render();
  }

  /** Shows the picture that a measurement stands on, and takes it in hand for the keyboard. */
  async chooseMeasurement({ id, imageId }: Measurement): Promise<void> {
    const { active } = this.#state;
    const index = this.#pane(active).frames.findIndex((frame) => frame.imageId === imageId);
    if (index < 0) return;
    this.measuring.drop();
    await this.#seek(active, index);
    this.measuring.take(id);
  }

  /** Plays the active pane at so many pictures a second, around and around. */
  play(perSecond: number): void {
    this.measuring.drop();
    this.#change({ playing: perSecond });
    this.#cine.play(perSecond);
  }

  pause(): void {
    this.#cine.pause();
    if (this.#state.playing !== undefined) this.#change({ playing: undefined });
  }

  /** What the portal tells of all instances of a pane's series. */
  async metadataOf(place: number): Promise<DataSet[]> {
    const { series } = this.#pane(place);
    return series ? await this.#source.metadataOf(series) : [];
  }

  /** Every attribute of the instance in sight, as the portal tells it. */
  async tagsOf(place: number): Promise<DataSet | undefined> {
    const { frames, index } = this.#pane(place);
    const sets = await this.metadataOf(place);
    const uid = frames[index]?.instanceUid;
    return sets.find((set) => set['00080018']?.Value?.[0] === uid) ?? sets[0];
  }

  /** What stands in sight: the planes, or the active pane. */
  #shown(): Mpr | Pane {
    return this.#state.mpr ? this.mpr : this.#active();
  }

  #active(): Pane {
    const pane = this.#panes[this.#state.active];
    if (!pane) throw new Error('No pane is active');
    return pane;
  }

  /** Every picture fits its pane as it did when it came: it shall fit the new size too. */
  #isAllInSight(): boolean {
    return this.#state.panes.every(({ zoom, rotation }) => Math.abs(zoom - 1) < 0.01 && rotation === 0);
  }

  #listMeasurements(): void {
    const shown = new Set(this.#pane(this.#state.active).frames.map(({ imageId }) => imageId));
    this.#change({ measurements: listMeasurements().filter(({ imageId }) => shown.has(imageId)) });
    this.measuring.look();
  }

  #pane(place: number): PaneState {
    return this.#state.panes[place] ?? emptyPane;
  }

  #change(change: Partial<ViewerState>): void {
    this.#state = { ...this.#state, ...change };
    for (const listener of this.#listeners) listener();
  }

  #changePane(place: number, change: Partial<PaneState>): void {
    const panes = this.#state.panes.map((pane, at) => (at === place ? { ...pane, ...change } : pane));
    this.#change({ panes });
    if (change.drawn !== undefined && this.#source.isPainted(change.drawn) !== this.#pane(place).isPainted)
      this.#changePane(place, { isPainted: this.#source.isPainted(change.drawn) });
    if (change.index !== undefined) this.#ahead.at(place, change.index);
  }

  /** The library tells by an event that a picture could not be had, and leaves the one before it in sight. */
  readonly #noteFailed = (event: Event): void => {
    if (!('detail' in event)) return;
    const { imageId, error } = readFailure(event.detail);
    for (const [place, { frames }] of this.#state.panes.entries()) {
      const index = frames.findIndex((frame) => frame.imageId === imageId);
      if (index >= 0 && this.#panes[place]?.wants(imageId)) this.#noteFault(place, index, error);
    }
  };

  async #draw(place: number, frames: readonly Frame[], index: number): Promise<void> {
    const pane = this.#panes[place];
    if (!pane?.isAttached) return;
    this.#changePane(place, { fault: undefined, drawn: undefined });
    await pane.show(frames, index).catch((error: unknown) => this.#noteFault(place, index, error));
    if (this.#pane(place).frames !== frames) return;
    this.#ahead.start(place, frames, this.#pane(place).index);
  }

  /** What a pane showed when it left the page, as it was looked at. */
  async #drawAgain(place: number, pane: Pane): Promise<void> {
    const { frames, index, window, inverted } = this.#pane(place);
    if (frames.length === 0) return;
    await this.#draw(place, frames, index);
    if (window) pane.setWindow(window);
    if (window && this.#pane(place).inverted !== inverted) pane.invert();
  }

  async #seek(place: number, index: number): Promise<void> {
    await this.#panes[place]?.goTo(index).catch((error: unknown) => this.#noteFault(place, index, error));
  }

  /** A picture's values, for a volume; it is not kept among the decoded ones. */
  async #pictureOf(imageId: string): Promise<Picture> {
    const image = await core.imageLoader.loadImage(imageId);
    if (image.numberOfComponents !== 1) throw new Error('A painted picture has no values');
    return { values: image.getPixelData(), columns: image.columns, rows: image.rows };
  }

  #noteFault(place: number, index: number, error: unknown): void {
    console.error(error); // the screen says what it means for the reader
    this.#changePane(place, { index, fault: faultOf(error) });
  }
}
