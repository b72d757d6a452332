import * as core from '@cornerstonejs/core';
import type { ViewerSeries } from '@medcloud/contract/shapes/viewing';
import type { DataSet } from './dicom-json.ts';
import { faultOf } from './image-fault.ts';
import { parseLoadError, startLibrary } from './library.ts';
import { FrameStore } from './loading/frame-store.ts';
import { type Frame, kindOf } from './loading/frames.ts';
import { deviceMemory, type MemoryBounds, memoryBounds } from './loading/memory.ts';
import { PanePrefetcher } from './loading/pane-prefetcher.ts';
import { type PrefetchedSeries, SeriesSource } from './loading/series-source.ts';
import { KeyboardMeasurement, type KeyboardMeasurementState } from './measure/keyboard-measurement.ts';
import {
  listMeasurements,
  type Measurement,
  removeMeasurements,
  subscribeToMeasurements,
} from './measure/measurements.ts';
import { Mpr, type MprState } from './mpr/mpr.ts';
import type { ImageValues } from './mpr/volume.ts';
import { Cine } from './stack/cine.ts';
import { type Window, windowsOf } from './stack/image-metadata.ts';
import { emptyPane, Pane, type PaneState } from './stack/pane.ts';
import { type Layout, paneCounts, type ToolName } from './tool-names.ts';
import { activateTool, createToolGroup } from './tools.ts';

/** Everything that the screen around the pictures needs to know. */
export interface ViewerState {
  readonly layout: Layout;
  readonly active: number;
  readonly panes: readonly PaneState[];
  readonly activeTool: ToolName;
  /** Pictures a second while the active pane plays; undefined while it stands. */
  readonly playing: number | undefined;
  /** Three planes through the active pane's series, while they stand in the panes' place. */
  readonly mpr: MprState | undefined;
  /** Measurements on the active pane's series, in the order in which they were made. */
  readonly measurements: readonly Measurement[];
  /** What the keyboard measures now, or did last. */
  readonly measuring: KeyboardMeasurementState | undefined;
}

export interface ViewerOptions {
  readonly examId: string;
  readonly isPhone: boolean;
  /** The portal refused a picture or a series: what the screen knows may be out of date. */
  readonly onRefused: () => void;
  /** Metadata of a series that are on their way already. */
  readonly prefetched: PrefetchedSeries | undefined;
}

const engineId = 'exam';
const groupId = 'exam';

/** An opened exam's pictures: panes, tools in hand, what is fetched ahead. It speaks to the screen by `subscribe` and `snapshot`. */
export class Viewer {
  /** The planes of a volume; closed but while `state.mpr` is there. */
  readonly mpr: Mpr;
  readonly measuring: KeyboardMeasurement;
  readonly #listeners = new Set<() => void>();
  readonly #bounds: MemoryBounds;
  readonly #source: SeriesSource;
  readonly #store: FrameStore;
  readonly #engine: core.RenderingEngine;
  readonly #group: ReturnType<typeof createToolGroup>;
  readonly #stopLibrary: () => void;
  readonly #stopWatching: () => void;
  readonly #panes: Pane[];
  readonly #prefetcher: PanePrefetcher;
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
    this.#prefetcher = new PanePrefetcher(this.#store, this.#bounds.decodedBytes, (paneIndex, frames, loaded) => {
      if (this.#pane(paneIndex).frames === frames) this.#changePane(paneIndex, { loaded });
    });
    const { attributesOf, loadRendered } = this.#source;
    this.#stopLibrary = startLibrary({ store: this.#store, attributesOf, loadRendered }, this.#bounds.decodedBytes);
    this.#engine = new core.RenderingEngine(engineId);
    this.#group = createToolGroup(groupId);
    this.#panes = Array.from(
      { length: paneCounts['2x2'] },
      (_, paneIndex) => new Pane(`pane-${paneIndex}`, this.#engine, (change) => this.#changePane(paneIndex, change)),
    );
    core.eventTarget.addEventListener(core.Enums.Events.IMAGE_LOAD_ERROR, this.#onLoadError);
    this.#resizing = new ResizeObserver(() => this.#engine.resize(true, !this.#areAllPanesFitted()));
    const activeTool: ToolName = options.isPhone ? 'scroll' : 'window';
    const nothingYet = { playing: undefined, mpr: undefined, measurements: [], measuring: undefined };
    this.#state = { layout: '1x1', active: 0, panes: this.#panes.map(() => emptyPane), activeTool, ...nothingYet };
    this.measuring = new KeyboardMeasurement({
      viewport: () => this.#panes[this.#state.active]?.viewport,
      onChange: (measuring) => this.#change({ measuring }),
    });
    this.#stopWatching = subscribeToMeasurements(() => this.#listMeasurements());
    this.mpr = new Mpr({
      loadImageValues: ({ imageId }) => this.#loadImageValues(imageId),
      maxBytes: this.#bounds.volumeBytes,
      onChange: (mpr) => this.#change({ mpr }),
      onFault: (error) => console.error(error), // the screen says that it failed
    });
    activateTool(this.#group, activeTool);
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly getSnapshot = (): ViewerState => this.#state;

  /** Everything is let go of: pictures, threads' work, measurements. */
  close(): void {
    this.pause();
    this.mpr.close();
    this.#stopWatching();
    this.#prefetcher.stop();
    this.#resizing.disconnect();
    core.eventTarget.removeEventListener(core.Enums.Events.IMAGE_LOAD_ERROR, this.#onLoadError);
    for (const pane of this.#panes) pane.detach();
    this.#engine.destroy();
    this.#stopLibrary();
    this.#store.clear();
  }

  /** Gives a pane its place on the page; returns how to take it back. */
  attach(paneIndex: number, element: HTMLDivElement): () => void {
    const pane = this.#panes[paneIndex];
    if (!pane) throw new Error('There are four panes at most');
    pane.attach(element);
    this.#group.addViewport(pane.id, engineId);
    this.#resizing.observe(element);
    void this.#redraw(paneIndex, pane);
    return () => {
      this.#resizing.unobserve(element);
      this.#group.removeViewports(engineId, pane.id);
      pane.detach();
    };
  }

  /** Shows a series in a pane, from its middle. */
  async show(series: ViewerSeries, paneIndex = this.#state.active): Promise<void> {
    this.pause();
    this.measuring.commit();
    this.#prefetcher.stop(paneIndex);
    this.#changePane(paneIndex, { ...emptyPane, series, phase: 'loading' });
    try {
      const frames = await this.#source.framesOf(series);
      if (this.#pane(paneIndex).series !== series) return; // another was chosen meanwhile
      if (frames.length === 0) {
        const other = kindOf(await this.#source.metadataOf(series));
        return this.#changePane(paneIndex, { phase: 'other', other });
      }
      const index = Math.floor((frames.length - 1) / 2);
      this.#changePane(paneIndex, { phase: 'picture', frames, index });
      this.#listMeasurements();
      if (this.#state.mpr) this.openMpr();
      await this.#draw(paneIndex, frames, index);
    } catch (error) {
      this.#source.handleRefusal(error);
      if (this.#pane(paneIndex).series === series) this.#changePane(paneIndex, { phase: 'failed' });
    }
  }

  /** The frame in sight, or the whole series, once more. */
  async retry(paneIndex: number): Promise<void> {
    const { series, frames, index, phase } = this.#pane(paneIndex);
    if (!series) return;
    if (phase === 'failed') return await this.show(series, paneIndex);
    await this.#draw(paneIndex, frames, index);
  }

  selectTool(activeTool: ToolName): void {
    this.measuring.commit();
    activateTool(this.#group, activeTool);
    this.#change({ activeTool });
  }

  /** As `take`, by a key: the picture has the focus then, so that Enter measures on it and presses no button. */
  selectToolByKey(activeTool: ToolName): void {
    this.selectTool(activeTool);
    this.#panes[this.#state.active]?.focus();
  }

  choose(paneIndex: number): void {
    if (paneIndex === this.#state.active) return;
    this.measuring.commit();
    this.#change({ active: paneIndex });
    this.#listMeasurements();
  }

  setLayout(layout: Layout): void {
    this.pause();
    if (this.#state.mpr) this.closeMpr();
    this.#change({ layout, active: Math.min(this.#state.active, paneCounts[layout] - 1) });
  }

  /** Puts three planes through the active pane's series in the panes' place. Decoded pictures are let go of for the volume. */
  openMpr(): void {
    this.pause();
    this.measuring.commit();
    this.#prefetcher.stop();
    const { frames, index, window, inverted } = this.#pane(this.#state.active);
    core.cache.purgeCache();
    const fileWindow = windowsOf(frames[index]?.attributes ?? {})[0];
    void this.mpr.open(frames, index, { window: window ?? fileWindow, inverted });
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

  goTo(index: number, paneIndex = this.#state.active): void {
    const { frames } = this.#pane(paneIndex);
    const targetIndex = Math.max(0, Math.min(frames.length - 1, index));
    if (paneIndex === this.#state.active && targetIndex !== this.#pane(paneIndex).index) this.measuring.commit();
    if (frames.length > 0) void this.#seek(paneIndex, targetIndex);
  }

  step(by: number): void {
    const pane = this.#panes[this.#state.active];
    if (pane) this.goTo(pane.index + by);
  }

  setWindow(window: Window): void {
    this.#activeView().setWindow(window);
  }

  invert(): void {
    this.#activeView().invert();
  }

  rotate(): void {
    this.#active().rotate();
  }

  flip(): void {
    this.#active().flip();
  }

  zoomBy(factor: number): void {
    this.#activeView().zoomBy(factor);
  }

  panBy(across: number, down: number): void {
    this.#activeView().panBy(across, down);
  }

  reset(): void {
    this.#activeView().reset();
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
    this.measuring.commit();
    await this.#seek(active, index);
    this.measuring.select(id);
  }

  /** Plays the active pane at so many pictures a second, around and around. */
  play(perSecond: number): void {
    this.measuring.commit();
    this.#change({ playing: perSecond });
    this.#cine.play(perSecond);
  }

  pause(): void {
    this.#cine.pause();
    if (this.#state.playing !== undefined) this.#change({ playing: undefined });
  }

  /** What the portal tells of all instances of a pane's series. */
  async metadataOf(paneIndex: number): Promise<DataSet[]> {
    const { series } = this.#pane(paneIndex);
    return series ? await this.#source.metadataOf(series) : [];
  }

  /** Every attribute of the instance in sight, as the portal tells it. */
  async tagsOf(paneIndex: number): Promise<DataSet | undefined> {
    const { frames, index } = this.#pane(paneIndex);
    const sets = await this.metadataOf(paneIndex);
    const uid = frames[index]?.instanceUid;
    return sets.find((set) => set['00080018']?.Value?.[0] === uid) ?? sets[0];
  }

  /** What stands in sight: the planes, or the active pane. */
  #activeView(): Mpr | Pane {
    return this.#state.mpr ? this.mpr : this.#active();
  }

  #active(): Pane {
    const pane = this.#panes[this.#state.active];
    if (!pane) throw new Error('No pane is active');
    return pane;
  }

  /** Every picture fits its pane as it did when it came: it shall fit the new size too. */
  #areAllPanesFitted(): boolean {
    return this.#state.panes.every(({ zoom, rotation }) => Math.abs(zoom - 1) < 0.01 && rotation === 0);
  }

  #listMeasurements(): void {
    const shown = new Set(this.#pane(this.#state.active).frames.map(({ imageId }) => imageId));
    this.#change({ measurements: listMeasurements().filter(({ imageId }) => shown.has(imageId)) });
    this.measuring.refresh();
  }

  #pane(paneIndex: number): PaneState {
    return this.#state.panes[paneIndex] ?? emptyPane;
  }

  #change(change: Partial<ViewerState>): void {
    this.#state = { ...this.#state, ...change };
    for (const listener of this.#listeners) listener();
  }

  #changePane(paneIndex: number, change: Partial<PaneState>): void {
    const panes = this.#state.panes.map((pane, at) => (at === paneIndex ? { ...pane, ...change } : pane));
    this.#change({ panes });
    if (
      change.displayedImageId !== undefined &&
      this.#source.isRendered(change.displayedImageId) !== this.#pane(paneIndex).isRendered
    )
      this.#changePane(paneIndex, { isRendered: this.#source.isRendered(change.displayedImageId) });
    if (change.index !== undefined) this.#prefetcher.moveTo(paneIndex, change.index);
  }

  /** The library tells by an event that a picture could not be had, and leaves the one before it in sight. */
  readonly #onLoadError = (event: Event): void => {
    if (!('detail' in event)) return;
    const { imageId, error } = parseLoadError(event.detail);
    for (const [paneIndex, { frames }] of this.#state.panes.entries()) {
      const index = frames.findIndex((frame) => frame.imageId === imageId);
      if (index >= 0 && this.#panes[paneIndex]?.isCurrentImage(imageId)) this.#setFault(paneIndex, index, error);
    }
  };

  async #draw(paneIndex: number, frames: readonly Frame[], index: number): Promise<void> {
    const pane = this.#panes[paneIndex];
    if (!pane?.isAttached) return;
    this.#changePane(paneIndex, { fault: undefined, displayedImageId: undefined });
    await pane.show(frames, index).catch((error: unknown) => this.#setFault(paneIndex, index, error));
    if (this.#pane(paneIndex).frames !== frames) return;
    this.#prefetcher.start(paneIndex, frames, this.#pane(paneIndex).index);
  }

  /** What a pane showed when it left the page, as it was looked at. */
  async #redraw(paneIndex: number, pane: Pane): Promise<void> {
    const { frames, index, window, inverted } = this.#pane(paneIndex);
    if (frames.length === 0) return;
    await this.#draw(paneIndex, frames, index);
    if (window) pane.setWindow(window);
    if (window && this.#pane(paneIndex).inverted !== inverted) pane.invert();
  }

  async #seek(paneIndex: number, index: number): Promise<void> {
    await this.#panes[paneIndex]?.goTo(index).catch((error: unknown) => this.#setFault(paneIndex, index, error));
  }

  /** A picture's values, for a volume; it is not kept among the decoded ones. */
  async #loadImageValues(imageId: string): Promise<ImageValues> {
    const image = await core.imageLoader.loadImage(imageId);
    if (image.numberOfComponents !== 1) throw new Error('A painted picture has no values');
    return { values: image.getPixelData(), columns: image.columns, rows: image.rows };
  }

  #setFault(paneIndex: number, index: number, error: unknown): void {
    console.error(error); // the screen says what it means for the reader
    this.#changePane(paneIndex, { index, fault: faultOf(error) });
  }
}
