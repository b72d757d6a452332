import * as core from '@cornerstonejs/core';
import type { DataSet } from './dicom-json.ts';
import type { HungImage } from './hanging/mammography.ts';
import { faultOf } from './image-fault.ts';
import { parseLoadError, startLibrary } from './library.ts';
import { initialLinks, type LinkState, PaneLinks } from './links/pane-links.ts';
import { FrameStore } from './loading/frame-store.ts';
import { type Frame, kindOf } from './loading/frames.ts';
import { deviceMemory, type MemoryBounds, memoryBounds } from './loading/memory.ts';
import { PanePrefetcher } from './loading/pane-prefetcher.ts';
import { type PaneSeries, type PrefetchedSeries, SeriesSource } from './loading/series-source.ts';
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
import { windowsOf } from './stack/image-metadata.ts';
import { emptyPane, Pane, type PaneState } from './stack/pane.ts';
import { type Layout, maxPanes, paneCounts, type ToolName } from './tool-names.ts';
import { activateTool, createToolGroup } from './tools.ts';

/** The viewer's state for the screen around the images. */
export interface ViewerState {
  readonly layout: Layout;
  readonly active: number;
  readonly panes: readonly PaneState[];
  readonly activeTool: ToolName;
  /** Images per second while the active pane plays, otherwise undefined. */
  readonly playing: number | undefined;
  /** The three planes through the active pane's series, while they replace the panes. */
  readonly mpr: MprState | undefined;
  /** Measurements on the active pane's series, in order of creation. */
  readonly measurements: readonly Measurement[];
  /** The current or last keyboard measurement. */
  readonly measuring: KeyboardMeasurementState | undefined;
  readonly links: LinkState;
}

export interface ViewerOptions {
  readonly isPhone: boolean;
  /** Called when the server rejects a request for an image or series of an exam: the screen's data may be stale. */
  readonly onRefused: (examId: string) => void;
  /** Metadata of a series, requested ahead. */
  readonly prefetched: PrefetchedSeries | undefined;
}

const engineId = 'exam';
const groupId = 'exam';

/** Shows an exam's images: panes, tools, prefetching. Screens read its state with `subscribe` and `getSnapshot`. */
export class Viewer {
  /** The planes of a volume. Open only while `state.mpr` is defined. */
  readonly mpr: Mpr;
  readonly measuring: KeyboardMeasurement;
  /** How the visible panes follow the active one. */
  readonly links: PaneLinks;
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
      { length: maxPanes },
      (_, paneIndex) => new Pane(`pane-${paneIndex}`, this.#engine, (change) => this.#changePane(paneIndex, change)),
    );
    core.eventTarget.addEventListener(core.Enums.Events.IMAGE_LOAD_ERROR, this.#onLoadError);
    this.#resizing = new ResizeObserver(() => {
      this.#engine.resize(true, !this.#areAllPanesFitted());
      this.links.align();
    });
    const activeTool: ToolName = options.isPhone ? 'scroll' : 'window';
    const initial = { playing: undefined, mpr: undefined, measurements: [], measuring: undefined, links: initialLinks };
    this.#state = { layout: '1x1', active: 0, panes: this.#panes.map(() => emptyPane), activeTool, ...initial };
    this.measuring = new KeyboardMeasurement({
      viewport: () => this.#panes[this.#state.active]?.viewport,
      onChange: (measuring) => this.#change({ measuring }),
    });
    this.links = new PaneLinks({
      states: () => this.#state.panes.slice(0, paneCounts[this.#state.layout]),
      active: () => this.#state.active,
      pane: (paneIndex) => this.#panes[paneIndex],
      seek: (paneIndex, index) => this.#seek(paneIndex, index),
      onChange: (links) => this.#change({ links }),
    });
    this.#stopWatching = subscribeToMeasurements(() => this.#listMeasurements());
    this.mpr = new Mpr({
      loadImageValues: ({ imageId }) => this.#loadImageValues(imageId),
      maxBytes: this.#bounds.volumeBytes,
      onChange: (mpr) => this.#change({ mpr }),
      onFault: (error) => console.error(error), // the screen shows the failure
    });
    activateTool(this.#group, activeTool);
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly getSnapshot = (): ViewerState => this.#state;

  /** Releases everything: images, pending work, measurements. */
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

  /** Attaches a pane to an element. Returns a function that detaches it. */
  attach(paneIndex: number, element: HTMLDivElement): () => void {
    const pane = this.#panes[paneIndex];
    if (!pane) throw new Error('There are at most six panes');
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

  /** Shows a series in a pane, starting at one of its images or its middle one. */
  async show(series: PaneSeries, paneIndex = this.#state.active, start?: number): Promise<void> {
    this.pause();
    this.measuring.commit();
    this.#prefetcher.stop(paneIndex);
    this.#changePane(paneIndex, { ...emptyPane, series, phase: 'loading' });
    try {
      const frames = await this.#source.framesOf(series);
      if (this.#pane(paneIndex).series !== series) return; // another series was selected meanwhile
      if (frames.length === 0) {
        const other = kindOf(await this.#source.metadataOf(series));
        return this.#changePane(paneIndex, { phase: 'other', other });
      }
      const index = start ?? Math.floor((frames.length - 1) / 2);
      this.#changePane(paneIndex, { phase: 'image', frames, index });
      this.#listMeasurements();
      if (this.#state.mpr) this.openMpr();
      await this.#draw(paneIndex, frames, index);
    } catch (error) {
      this.#source.handleRejection(error, series.examId);
      if (this.#pane(paneIndex).series === series) this.#changePane(paneIndex, { phase: 'failed' });
    }
  }

  /** Shows one image of a series in a pane, mirrored where it is to be. */
  async hang({ series, index, isFlipped }: HungImage, paneIndex: number): Promise<void> {
    await this.show(series, paneIndex, index);
    if (isFlipped && this.#pane(paneIndex).series === series) this.#panes[paneIndex]?.flip();
  }

  /** Empties the panes that show an exam, because it may no longer be shown. */
  hide(examId: string): void {
    for (const [paneIndex, { series }] of this.#state.panes.entries()) {
      if (series?.examId !== examId) continue;
      this.#prefetcher.stop(paneIndex);
      this.#panes[paneIndex]?.clear();
      this.#changePane(paneIndex, emptyPane);
    }
  }

  /** Loads the shown frame again, or the series if it failed. */
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

  /** Selects a tool by key. Focuses the image, so Enter measures on it and does not press a button. */
  selectToolByKey(activeTool: ToolName): void {
    this.selectTool(activeTool);
    this.#panes[this.#state.active]?.focus();
  }

  choose(paneIndex: number): void {
    if (paneIndex === this.#state.active) return;
    this.measuring.commit();
    this.#change({ active: paneIndex });
    this.links.refresh();
    this.#listMeasurements();
  }

  setLayout(layout: Layout): void {
    this.pause();
    if (this.#state.mpr) this.closeMpr();
    this.#change({ layout, active: Math.min(this.#state.active, paneCounts[layout] - 1) });
    this.links.refresh();
  }

  /**
   * Replaces the panes by three planes through the active pane's series. Purges decoded images to make room for the
   * volume.
   */
  openMpr(): void {
    this.pause();
    this.measuring.commit();
    this.#prefetcher.stop();
    const { frames, index, window, isInverted } = this.#pane(this.#state.active);
    core.cache.purgeCache();
    const fileWindow = windowsOf(frames[index]?.attributes ?? {})[0];
    void this.mpr.open(frames, index, { window: window ?? fileWindow, isInverted });
  }

  /** Returns to the images, at the one with the MPR cross. */
  closeMpr(): void {
    const { frames } = this.#pane(this.#state.active);
    const at = this.mpr.frame;
    const index = frames.findIndex(({ imageId }) => imageId === at?.imageId);
    const { window, isInverted = false } = this.#state.mpr ?? {};
    this.mpr.close();
    if (index >= 0) this.#changePane(this.#state.active, { index, window, isInverted });
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

  /** The visible view, whose window, size and place can be changed: the planes, or the active pane. */
  get view(): Mpr | Pane {
    return this.#state.mpr ? this.mpr : this.activePane;
  }

  get activePane(): Pane {
    const pane = this.#panes[this.#state.active];
    if (!pane) throw new Error('No pane is active');
    return pane;
  }

  /** Removes the measurement with this id, otherwise the selected one, otherwise all. */
  removeMeasurements(id?: string): void {
    removeMeasurements(id);
    this.#engine.render();
  }

  /** Shows a measurement's image and selects the measurement for the keyboard. */
  async chooseMeasurement({ id, imageId }: Measurement): Promise<void> {
    const { active } = this.#state;
    const index = this.#pane(active).frames.findIndex((frame) => frame.imageId === imageId);
    if (index < 0) return;
    this.measuring.commit();
    await this.#seek(active, index);
    this.measuring.select(id);
  }

  /** Plays the active pane in a loop at `perSecond` images per second. */
  play(perSecond: number): void {
    this.measuring.commit();
    this.#change({ playing: perSecond });
    this.#cine.play(perSecond);
  }

  pause(): void {
    this.#cine.pause();
    if (this.#state.playing !== undefined) this.#change({ playing: undefined });
  }

  /** Returns the metadata of all instances of a series. */
  metadataOf(series: PaneSeries): Promise<DataSet[]> {
    return this.#source.metadataOf(series);
  }

  /**
   * Returns whether every image still fits its pane, and so must fit the pane's new size too. Those that have the active
   * one's scale count as it.
   */
  #areAllPanesFitted(): boolean {
    const { panes, active, links } = this.#state;
    const leading = links.kinds.zoom && links.relations.some(Boolean) ? panes.slice(active, active + 1) : panes;
    return leading.every(({ zoom, rotation }) => Math.abs(zoom - 1) < 0.01 && rotation === 0);
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
    if (change.frames !== undefined) this.links.refresh();
    this.links.follow(paneIndex, change);
  }

  /** Cornerstone reports by event that an image did not load, and keeps showing the previous one. */
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

  /** Shows again what the pane showed before it was detached, with its window and inversion. */
  async #redraw(paneIndex: number, pane: Pane): Promise<void> {
    const { frames, index, window, isInverted } = this.#pane(paneIndex);
    if (frames.length === 0) return;
    await this.#draw(paneIndex, frames, index);
    if (window) pane.setWindow(window);
    if (window && this.#pane(paneIndex).isInverted !== isInverted) pane.invert();
  }

  async #seek(paneIndex: number, index: number): Promise<void> {
    await this.#panes[paneIndex]?.goTo(index).catch((error: unknown) => this.#setFault(paneIndex, index, error));
  }

  /** Loads an image's values for a volume, without the cache of decoded images. */
  async #loadImageValues(imageId: string): Promise<ImageValues> {
    const image = await core.imageLoader.loadImage(imageId);
    if (image.numberOfComponents !== 1) throw new Error('A rendered image has no values');
    return { values: image.getPixelData(), columns: image.columns, rows: image.rows };
  }

  #setFault(paneIndex: number, index: number, error: unknown): void {
    console.error(error); // the screen shows the fault
    this.#changePane(paneIndex, { index, fault: faultOf(error) });
  }
}
