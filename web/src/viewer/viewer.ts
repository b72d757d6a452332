import type { DataSet } from '@medcloud/dicom/json';
import type { FusionPair } from './fusion/find-fusion-pair.ts';
import type { FusionState, FusionView } from './fusion/fusion.ts';
import { FusionControl } from './fusion/fusion-control.ts';
import { layoutOf, type ViewerLayout } from './layout-state.ts';
import type { Vector } from './links/image-plane.ts';
import { initialLinks, type LinkState, PaneLinks } from './links/pane-links.ts';
import type { PaneSeries } from './loading/series-source.ts';
import { connectDraft, connectNothing } from './measure/connect-draft.ts';
import { ExamMeasurements, type MeasurementsState, noMeasurements } from './measure/exam-measurements.ts';
import { KeyboardMeasurement, type KeyboardMeasurementState } from './measure/keyboard-measurement.ts';
import type { ExamItem } from './measure/known-images.ts';
import { type LabelQuestion, LabelQuestions } from './measure/label-questions.ts';
import { type MeasurementText, selectedIds, statsOf, subscribeToMeasurements } from './measure/measurements.ts';
import { Mpr } from './mpr/mpr.ts';
import type { MprState } from './mpr/mpr-state.ts';
import { decodedValues, loadImageValues } from './mpr/volume/image-values.ts';
import { Panes, type StartImage } from './panes.ts';
import { Cine } from './stack/cine.ts';
import { cineDelayOf } from './stack/cine-timing.ts';
import { windowsOf } from './stack/image-metadata.ts';
import type { Pane, PaneState } from './stack/pane.ts';
import { type Layout, paneCounts, type ToolName } from './tool-names.ts';
import { type SessionOptions, ViewerSession } from './viewer-session.ts';

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
  /** The PET over the planes' CT. */
  readonly fusion: FusionState | 'starting' | 'failed' | undefined;
  /** The caller's measurements on the opened exams, and whether the server has them. */
  readonly measurements: MeasurementsState;
  /** The text of an arrow or a text that is asked for. */
  readonly labelQuestion: LabelQuestion | undefined;
  /** The current or last keyboard measurement. */
  readonly measuring: KeyboardMeasurementState | undefined;
  readonly links: LinkState;
}

export interface ViewerOptions extends Omit<SessionOptions, 'onLoadError' | 'isHeld'> {
  /** Measurements are sent to the server. Otherwise they end with the page. */
  readonly isSaved: boolean;
}

/** Shows an exam's images: panes, tools, planes. Screens read its state with `subscribe` and `getSnapshot`. */
export class Viewer {
  /** The planes of a volume. Open only while `state.mpr` is defined. */
  readonly mpr: Mpr;
  /** The PET over the planes. */
  readonly fusion: FusionControl;
  readonly measuring: KeyboardMeasurement;
  readonly measurements: ExamMeasurements;
  readonly #labels = new LabelQuestions((labelQuestion) => this.#change({ labelQuestion }));
  /** How the visible panes follow the active one. */
  readonly links: PaneLinks;
  readonly #listeners = new Set<() => void>();
  readonly #session: ViewerSession;
  readonly #panes: Panes;
  readonly #stopWatching: () => void;
  readonly #resizing: ResizeObserver;
  readonly #cine = new Cine(async () => {
    const { index, frames } = this.#panes.stateOf(this.#state.active);
    if (frames.length > 1) await this.#panes.seek(this.#state.active, (index + 1) % frames.length);
  });
  #state: ViewerState;

  constructor(options: ViewerOptions) {
    this.#session = new ViewerSession({
      ...options,
      onLoadError: (imageId, error) => this.#panes.failImage(imageId, error),
      isHeld: (imageId) => this.mpr.holds(imageId),
    });
    this.#panes = new Panes(this.#session, (paneIndex, change) => this.#onPaneChange(paneIndex, change));
    this.#resizing = new ResizeObserver(() => {
      this.#panes.resize();
      this.links.align();
    });
    const activeTool: ToolName = options.isPhone ? 'scroll' : 'window';
    const closed = { mpr: undefined, fusion: undefined };
    const initial = { playing: undefined, ...closed, measuring: undefined, labelQuestion: undefined };
    const noItems = { measurements: noMeasurements, links: initialLinks };
    this.#state = { layout: '1x1', active: 0, panes: this.#panes.states, activeTool, ...initial, ...noItems };
    this.measuring = new KeyboardMeasurement({
      viewport: () => this.#panes.at(this.#state.active)?.viewport,
      onChange: (measuring) => this.#change({ measuring }),
      onCreate: (id, kind) => this.#labels.askForNew(id, kind),
    });
    this.links = new PaneLinks({
      states: () => this.#panes.states.slice(0, paneCounts[this.#state.layout]),
      active: () => this.#state.active,
      pane: (paneIndex) => this.#panes.at(paneIndex),
      seek: (paneIndex, index) => this.#panes.seek(paneIndex, index),
      onChange: (links) => this.#change({ links }),
    });
    this.measurements = new ExamMeasurements({
      connect: options.isSaved ? connectDraft : connectNothing,
      attributesOf: this.#session.source.attributesOf,
      pixelsOf: (imageId) => this.#panes.showing(imageId)?.pixels,
      viewOf: (imageId) => this.#panes.showing(imageId)?.annotationView,
      render: () => this.#session.engine.render(),
      now: () => Date.now(),
      onChange: (measurements) => {
        this.#change({ measurements });
        if (this.#state.mpr) this.mpr.measuring.update();
      },
    });
    this.#stopWatching = subscribeToMeasurements(() => this.measuring.refresh());
    this.mpr = new Mpr({
      ...{ loadImageValues, decodedValues, makeRoom: () => this.#session.purgeImages() },
      ...{ maxBytes: this.#session.bounds.volumeBytes, store: this.measurements.planes },
      onChange: (mpr) => this.#change({ mpr }),
      onClose: () => this.fusion.close(),
      onFault: (error) => console.error(error), // the screen shows the failure
    });
    this.fusion = new FusionControl({
      mpr: this.mpr,
      framesOf: (series) => this.#session.source.framesOf(series),
      maxBytes: this.#session.bounds.volumeBytes,
      onChange: (fusion) => this.#change({ fusion }),
      onFault: (error) => console.error(error), // the screen shows the failure
    });
    this.#session.activateTool(activeTool);
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
    this.measurements.close();
    this.#stopWatching();
    this.#resizing.disconnect();
    this.#panes.close();
    this.#session.close();
  }

  /** Attaches a pane to an element. Returns a function that detaches it. */
  attach(paneIndex: number, element: HTMLDivElement): () => void {
    const detach = this.#panes.attach(paneIndex, element);
    this.#resizing.observe(element);
    return () => {
      this.#resizing.unobserve(element);
      detach();
    };
  }

  /** Shows a series in a pane, starting at one of its images or its middle one. */
  async show(series: PaneSeries, paneIndex = this.#state.active, start?: StartImage): Promise<void> {
    this.pause();
    this.measuring.commit();
    this.links.restoreAnchor(paneIndex, start?.anchor);
    await this.#panes.show(series, paneIndex, start);
  }

  /** Empties the panes that show an exam, because it may no longer be shown. */
  hide(examId: string): void {
    this.#panes.hide(examId);
  }

  /** Loads the shown frame again, or the series if it failed. */
  async retry(paneIndex: number): Promise<void> {
    this.pause();
    this.measuring.commit();
    await this.#panes.retry(paneIndex);
  }

  selectTool(activeTool: ToolName): void {
    this.measuring.commit();
    this.#session.activateTool(activeTool);
    this.#change({ activeTool });
  }

  /** Selects a tool by key. Focuses the image, so Enter measures on it and does not press a button. */
  selectToolByKey(activeTool: ToolName): void {
    this.selectTool(activeTool);
    this.activePane.focus();
  }

  choose(paneIndex: number): void {
    if (paneIndex === this.#state.active) return;
    this.measuring.commit();
    this.#change({ active: paneIndex });
    this.links.refresh();
  }

  setLayout(layout: Layout): void {
    this.pause();
    if (this.#state.mpr) this.closeMpr();
    this.#change({ layout, active: Math.min(this.#state.active, paneCounts[layout] - 1) });
    this.links.refresh();
  }

  /** Returns what the viewer shows, to restore it after a reload. */
  readLayout(): ViewerLayout {
    return layoutOf(this.#state, (paneIndex) => this.links.anchorOf(paneIndex), this.mpr.frame);
  }

  /** Restores the layout and the links, without what the panes show. */
  restoreLayout({ layout, active, links }: Pick<ViewerLayout, 'layout' | 'active' | 'links'>): void {
    this.setLayout(layout);
    this.choose(Math.min(active, paneCounts[layout] - 1));
    this.links.restore(links);
  }

  /**
   * Replaces the panes by three planes through the active pane's series. The volume takes over decoded images of it; the
   * others are purged to make room.
   */
  openMpr(): void {
    this.pause();
    this.measuring.commit();
    this.#panes.stopPrefetching();
    const { frames, index, window, isInverted } = this.#panes.stateOf(this.#state.active);
    const fileWindow = windowsOf(frames[index]?.attributes ?? {})[0];
    void this.mpr.open(frames, index, { window: window ?? fileWindow, isInverted });
  }

  /** Lays a PET over the planes of a CT, which replace the panes. */
  async openFusion({ ct, pet }: FusionPair<PaneSeries>, view: FusionView): Promise<void> {
    const { series, phase } = this.#panes.stateOf(this.#state.active);
    if (series?.seriesUid !== ct.seriesUid || phase !== 'image') await this.show(ct);
    const shown = this.#panes.stateOf(this.#state.active);
    if (shown.series?.seriesUid !== ct.seriesUid || shown.phase !== 'image') return; // the pane says why
    if (!this.#state.mpr) this.openMpr();
    await this.fusion.open(pet, view);
  }

  /** Returns to the images, at the one with the MPR cross. */
  closeMpr(): void {
    const { active } = this.#state;
    const at = this.mpr.frame;
    const index = this.#panes.stateOf(active).frames.findIndex(({ imageId }) => imageId === at?.imageId);
    const { window, isInverted = false } = this.#state.mpr ?? {};
    this.mpr.close();
    if (index >= 0) this.#panes.change(active, { index, window, isInverted });
  }

  goTo(index: number, paneIndex = this.#state.active): void {
    const { frames, index: shown } = this.#panes.stateOf(paneIndex);
    const targetIndex = Math.max(0, Math.min(frames.length - 1, index));
    if (paneIndex === this.#state.active && targetIndex !== shown) this.measuring.commit();
    if (frames.length > 0) void this.#panes.seek(paneIndex, targetIndex);
  }

  step(by: number): void {
    this.goTo(this.activePane.index + by);
  }

  /** The visible view, whose window, size and place can be changed: the planes, or the active pane. */
  get view(): Mpr | Pane {
    return this.#state.mpr ? this.mpr : this.activePane;
  }

  get activePane(): Pane {
    const pane = this.#panes.at(this.#state.active);
    if (!pane) throw new Error('No pane is active');
    return pane;
  }

  /** Sets what is written beside measurements. */
  setMeasurementText(textOf: MeasurementText): void {
    this.#session.configureMeasuring({
      ...this.#labels.callbacks,
      measure: this.measurements.measure,
      getTextLines: (data) => textOf(statsOf(data), data.label),
    });
  }

  /** Returns where a point of the patient is in a pane, in its pixels; undefined without an image. */
  toCanvas(paneIndex: number, point: Vector): readonly [number, number] | undefined {
    return this.#panes.at(paneIndex)?.toCanvas(point);
  }

  /** Shows an item's image as it was when the item was made, and selects the item for the keyboard. */
  async chooseItem(item: ExamItem, series: PaneSeries): Promise<void> {
    const { id, kind, on, view } = item;
    const paneIndex = this.#state.active;
    if ('plane' in on) {
      if (this.#panes.stateOf(paneIndex).series?.seriesUid !== series.seriesUid) await this.show(series, paneIndex);
      if (!this.#state.mpr) this.openMpr();
      return this.mpr.showItem(item);
    }
    if (this.#state.mpr) this.closeMpr();
    const frames = await this.#session.source.framesOf(series);
    const { sop, frame } = on.image;
    const index = frames.findIndex(({ instanceUid, number }) => instanceUid === sop && number === frame);
    this.measuring.commit();
    if (this.#panes.stateOf(paneIndex).series?.seriesUid === series.seriesUid) await this.#panes.seek(paneIndex, index);
    else await this.show(series, paneIndex, { index });
    if (view?.window) this.activePane.setWindow(view.window);
    if (kind !== 'key-image') this.measuring.select(id);
  }

  /** Removes the selected measurements, otherwise those on the shown image of the active pane. */
  removeMeasurements(): void {
    this.measurements.record(); // a new one too
    const ids = selectedIds();
    const { frames, index } = this.#panes.stateOf(this.#state.active);
    const shown = frames[index]?.imageId;
    const isMeant = (item: ExamItem) =>
      ids.length > 0
        ? ids.includes(item.id)
        : item.kind !== 'key-image' && this.measurements.imageOf(item)?.imageId === shown;
    this.measurements.remove(this.#state.measurements.items.filter(isMeant));
  }

  /** Marks the shown image of the active pane as a key image, or ends it. */
  toggleKeyImage(): void {
    const { frames, index } = this.#panes.stateOf(this.#state.active);
    const shown = frames[index]?.imageId;
    if (shown !== undefined) this.measurements.toggleKeyImage(shown);
  }

  /** Plays the active pane in a loop at `perSecond` images per second. */
  play(perSecond: number): void {
    this.measuring.commit();
    this.#change({ playing: perSecond });
    this.#cine.play(() => {
      const { frames, index } = this.#panes.stateOf(this.#state.active);
      return cineDelayOf(frames, index, perSecond);
    });
  }

  pause(): void {
    this.#cine.pause();
    if (this.#state.playing !== undefined) this.#change({ playing: undefined });
  }

  /** Returns the metadata of all instances of a series. */
  metadataOf(series: PaneSeries): Promise<DataSet[]> {
    return this.#session.source.metadataOf(series);
  }

  #change(change: Partial<ViewerState>): void {
    this.#state = { ...this.#state, ...change };
    for (const listener of this.#listeners) listener();
  }

  #onPaneChange(paneIndex: number, change: Partial<PaneState>): void {
    this.#change({ panes: this.#panes.states });
    if (change.frames !== undefined) this.links.refresh();
    this.links.follow(paneIndex, change);
    if (change.phase !== 'image') return;
    this.measurements.showFrames(this.#panes.stateOf(paneIndex).frames);
    if (this.#state.mpr && paneIndex === this.#state.active) this.openMpr();
  }
}
