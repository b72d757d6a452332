import { faultOf } from './image-fault.ts';
import { type Frame, kindOf } from './loading/frames.ts';
import { PanePrefetcher } from './loading/pane-prefetcher.ts';
import type { PaneSeries } from './loading/series-source.ts';
import { emptyPane, Pane, type PaneState, type PaneView } from './stack/pane.ts';
import { maxPanes } from './tool-names.ts';
import type { ViewerSession } from './viewer-session.ts';

/** The image that a series starts with, and how it is shown. */
export interface StartImage {
  /** From 0; without it, the image of `instanceUid`, else the middle one. */
  readonly index?: number | undefined;
  readonly instanceUid?: string | undefined;
  /** Of the instance, from 1. */
  readonly frame?: number | undefined;
  readonly view?: Partial<PaneView> | undefined;
  /** The image that belongs to the other panes' images, from 0; without it, the one that is shown first. */
  readonly anchor?: number | undefined;
}

/** Returns the index of a series' first image to show. */
function indexOf(frames: readonly Frame[], { index, instanceUid, frame }: StartImage): number {
  const ofInstance = frames.findIndex((one) => one.instanceUid === instanceUid);
  const named = frames.findIndex((one) => one.instanceUid === instanceUid && one.number === frame);
  const found = named >= 0 ? named : ofInstance;
  return index ?? (found >= 0 ? found : Math.floor((frames.length - 1) / 2));
}

const viewOf = ({ window, isInverted, rotation, isFlipped, zoom, pan }: PaneState): PaneView => ({
  ...{ window, isInverted, rotation, isFlipped, zoom, pan },
});

/** Called after a pane's state changed. */
type PaneListener = (paneIndex: number, change: Partial<PaneState>) => void;

/** All panes, also those that the layout does not show: what they show, and which image they load next. */
export class Panes {
  readonly #session: ViewerSession;
  readonly #onChange: PaneListener;
  readonly #panes: readonly Pane[];
  readonly #prefetcher: PanePrefetcher;
  /** How a pane's next image is shown, until it is. */
  readonly #views = new Map<number, Partial<PaneView>>();
  /** The last call of `show` for each pane: an earlier one has no effect any more. */
  readonly #shows = new Map<number, symbol>();
  #states: readonly PaneState[];

  constructor(session: ViewerSession, onChange: PaneListener) {
    this.#session = session;
    this.#onChange = onChange;
    this.#prefetcher = new PanePrefetcher(session.store, session.bounds.decodedBytes, (paneIndex, frames, loaded) => {
      if (this.stateOf(paneIndex).frames === frames) this.change(paneIndex, { loaded });
    });
    this.#panes = Array.from(
      { length: maxPanes },
      (_, paneIndex) => new Pane(`pane-${paneIndex}`, session.engine, (change) => this.change(paneIndex, change)),
    );
    this.#states = this.#panes.map(() => emptyPane);
  }

  /** The states of all panes. */
  get states(): readonly PaneState[] {
    return this.#states;
  }

  at(paneIndex: number): Pane | undefined {
    return this.#panes[paneIndex];
  }

  /** Returns a pane that shows an image. */
  showing(imageId: string): Pane | undefined {
    return this.#panes.find((pane) => pane.shownImage?.imageId === imageId);
  }

  stateOf(paneIndex: number): PaneState {
    return this.#states[paneIndex] ?? emptyPane;
  }

  /** Attaches a pane to an element. Returns a function that detaches it. */
  attach(paneIndex: number, element: HTMLDivElement): () => void {
    const pane = this.#panes[paneIndex];
    if (!pane) throw new Error('There are at most six panes');
    pane.attach(element);
    const removePane = this.#session.addPane(pane.id);
    void this.#redraw(paneIndex);
    return () => {
      removePane();
      this.#prefetcher.stop(paneIndex);
      pane.detach();
    };
  }

  /** Shows a series in a pane, starting at one of its images or its middle one. */
  async show(series: PaneSeries, paneIndex: number, start: StartImage = {}): Promise<void> {
    const { source } = this.#session;
    const show = Symbol();
    this.#shows.set(paneIndex, show);
    this.#prefetcher.stop(paneIndex);
    this.#views.set(paneIndex, { rotation: 0, ...start.view });
    this.change(paneIndex, { ...emptyPane, ...start.view, series, phase: 'loading' });
    try {
      const frames = await source.framesOf(series);
      if (this.#shows.get(paneIndex) !== show) return; // another series was selected meanwhile
      if (frames.length === 0) {
        const other = kindOf(await source.metadataOf(series));
        return this.change(paneIndex, { phase: 'other', other });
      }
      const index = indexOf(frames, start);
      this.change(paneIndex, { phase: 'image', frames, index });
      await this.#draw(paneIndex, frames, index);
    } catch (error) {
      source.handleRejection(error, series.examId);
      if (this.#shows.get(paneIndex) === show) this.change(paneIndex, { phase: 'failed' });
    }
  }

  /** Empties the panes that show an exam, because it may no longer be shown. */
  hide(examId: string): void {
    for (const [paneIndex, { series }] of this.#states.entries()) {
      if (series?.examId !== examId) continue;
      this.#prefetcher.stop(paneIndex);
      this.#views.delete(paneIndex);
      this.#shows.delete(paneIndex);
      this.#panes[paneIndex]?.clear();
      this.change(paneIndex, emptyPane);
    }
  }

  /** Loads the shown frame again, or the series if it failed. */
  async retry(paneIndex: number): Promise<void> {
    const { series, frames, index, phase } = this.stateOf(paneIndex);
    if (!series) return;
    if (phase === 'failed') return await this.show(series, paneIndex);
    await this.#draw(paneIndex, frames, index);
  }

  async seek(paneIndex: number, index: number): Promise<void> {
    await this.#panes[paneIndex]?.goTo(index).catch((error: unknown) => this.#setFault(paneIndex, index, error));
  }

  change(paneIndex: number, change: Partial<PaneState>): void {
    const { isRendered } = this.#session.source;
    const shown = change.displayedImageId;
    const rendered = shown === undefined ? {} : { isRendered: isRendered(shown) };
    const changes = { ...change, ...rendered };
    this.#states = this.#states.map((pane, at) => (at === paneIndex ? { ...pane, ...changes } : pane));
    this.#onChange(paneIndex, changes);
    if (change.index !== undefined) this.#prefetcher.moveTo(paneIndex, change.index);
    const { frames, index } = this.stateOf(paneIndex);
    if (shown === undefined || frames[index]?.imageId !== shown) return;
    // links gave a series' first image the others' scale and window
    this.#applyView(paneIndex);
    this.#views.delete(paneIndex);
  }

  /** The panes whose current image did not load show why. */
  failImage(imageId: string, error: unknown): void {
    for (const [paneIndex, { frames }] of this.#states.entries()) {
      const index = frames.findIndex((frame) => frame.imageId === imageId);
      if (index >= 0 && this.#panes[paneIndex]?.isCurrentImage(imageId)) this.#setFault(paneIndex, index, error);
    }
  }

  /** Draws the panes in their new size: each image keeps its size relative to its pane, and its place. */
  resize(): void {
    const views = this.#states.map(viewOf);
    this.#session.engine.resize(true, false);
    for (const [paneIndex, { rotation, isFlipped, zoom, pan }] of views.entries())
      if (!this.#views.has(paneIndex)) this.#panes[paneIndex]?.setView({ rotation, isFlipped, zoom, pan });
  }

  /** Stops prefetching for all panes. */
  stopPrefetching(): void {
    this.#prefetcher.stop();
  }

  close(): void {
    this.#prefetcher.stop();
    for (const pane of this.#panes) pane.detach();
  }

  async #draw(paneIndex: number, frames: readonly Frame[], index: number): Promise<void> {
    const pane = this.#panes[paneIndex];
    if (!pane?.isAttached) return;
    this.change(paneIndex, { fault: undefined, displayedImageId: undefined });
    await pane.show(frames, index).catch((error: unknown) => this.#setFault(paneIndex, index, error));
    if (this.stateOf(paneIndex).frames !== frames) return;
    this.#applyView(paneIndex);
    this.#prefetcher.start(paneIndex, frames, this.stateOf(paneIndex).index);
  }

  /** Shows again what the pane showed before it was detached. */
  async #redraw(paneIndex: number): Promise<void> {
    const state = this.stateOf(paneIndex);
    if (state.frames.length === 0) return;
    if (!this.#views.has(paneIndex)) this.#views.set(paneIndex, viewOf(state));
    await this.#draw(paneIndex, state.frames, state.index);
  }

  #applyView(paneIndex: number): void {
    const view = this.#views.get(paneIndex);
    if (view && !this.stateOf(paneIndex).fault) this.#panes[paneIndex]?.setView(view);
  }

  #setFault(paneIndex: number, index: number, error: unknown): void {
    console.error(error); // the screen shows the fault
    this.change(paneIndex, { index, fault: faultOf(error) });
  }
}
