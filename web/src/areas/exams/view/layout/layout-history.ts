import type { ViewerExam } from '@medcloud/contract/shapes/viewing';
import { addToHistoryState, readHistoryState } from '../../../../lib/history-state.ts';
import { type PaneLayout, parseLayout, type ViewerLayout } from '../../../../viewer/layout-state.ts';
import type { Viewer } from '../../../../viewer/viewer.ts';
import { paneSeriesOf } from '../compare/pane-series.ts';
import { findFusionOffer } from '../fusion/use-fusion-offer.ts';

const key = 'viewer';
// Safari allows 100 changes of the history in 30 s.
const writeIntervalMs = 500;

/**
 * Keeps what the viewer shows in the history entry of its page, and restores it after a reload, Back and Forward. The
 * entry names exams, series and images by their ids, and has no image and no measurement.
 */
export class LayoutHistory {
  readonly #viewer: Viewer;
  readonly #path = window.location.pathname;
  readonly #saved: ViewerLayout | null;
  /** What panes are to show once their exam is loaded. */
  readonly #waiting: (PaneLayout | null)[];
  #isApplied = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isDirty = false;

  constructor(viewer: Viewer) {
    this.#viewer = viewer;
    this.#saved = parseLayout(readHistoryState()[key]);
    this.#waiting = [...(this.#saved?.panes ?? [])];
  }

  /** The history entry has a layout: the page was reloaded, or reached by Back or Forward. */
  get isRestored(): boolean {
    return this.#saved !== null;
  }

  /** Shows an exam's series again where they were shown. Returns false if no pane showed one. */
  restore(examView: ViewerExam): boolean {
    const saved = this.#saved;
    const series = paneSeriesOf(examView);
    const isFree = (paneIndex: number) => this.#viewer.getSnapshot().panes[paneIndex]?.series === undefined;
    const found = [...this.#waiting.entries()].flatMap(([paneIndex, pane]) => {
      const one = pane && series.find((each) => each.studyUid === pane.studyUid && each.seriesUid === pane.seriesUid);
      return pane?.examId === examView.exam.id && one && isFree(paneIndex) ? [{ paneIndex, pane, series: one }] : [];
    });
    if (!saved || found.length === 0) return false;
    if (!this.#isApplied) this.#viewer.restoreLayout(saved);
    this.#isApplied = true;
    for (const { paneIndex, pane, series: one } of found) {
      const { sop: instanceUid, frame, anchor, view } = pane;
      this.#waiting[paneIndex] = null;
      const shown = this.#viewer.show(one, paneIndex, { instanceUid, frame, anchor, view });
      if (saved.mode === 'mpr' && paneIndex === saved.active)
        void shown.then(() => this.#openMpr(paneIndex, examView, saved.fusion));
    }
    return true;
  }

  /** Starts keeping. Returns a function that stops it. */
  start(): () => void {
    const stop = this.#viewer.subscribe(() => this.#writeSoon());
    window.addEventListener('pagehide', this.#write);
    return () => {
      stop();
      window.removeEventListener('pagehide', this.#write);
      clearTimeout(this.#timer);
      this.#timer = undefined;
    };
  }

  #openMpr(paneIndex: number, examView: ViewerExam, fusion: ViewerLayout['fusion']): void {
    const { active, panes, mpr } = this.#viewer.getSnapshot();
    if (active !== paneIndex || panes[paneIndex]?.phase !== 'image' || mpr) return;
    this.#viewer.openMpr();
    if (!fusion) return;
    findFusionOffer(this.#viewer, examView).then(
      (offer) => (typeof offer === 'object' ? this.#viewer.openFusion(offer, fusion) : undefined),
      () => undefined, // the planes stay without it
    );
  }

  /** Writes at once, or at the end of the interval since the last time. */
  #writeSoon(): void {
    this.#isDirty = true;
    if (this.#timer !== undefined) return;
    this.#write();
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      if (this.#isDirty) this.#writeSoon();
    }, writeIntervalMs);
  }

  readonly #write = (): void => {
    // another page is about to be shown
    if (!this.#isDirty || window.location.pathname !== this.#path) return;
    this.#isDirty = false;
    const layout = this.#viewer.readLayout();
    const panes = layout.panes.map((pane, paneIndex) => pane ?? this.#waiting[paneIndex] ?? null);
    addToHistoryState({ [key]: { ...layout, panes } });
  };
}
