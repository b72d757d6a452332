import type { AnnotationView } from '@medcloud/contract/shapes/annotations';
import type { KeyboardMeasurementState } from '../measure/keyboard-measurement.ts';
import type { PlaneMeasurementKind, ViewName } from '../tool-names.ts';
import { type MeasuredSeries, type PlaneStore, toAnnotation, toPlaneItem } from './plane-annotation.ts';
import {
  type Figure,
  handleCounts,
  isInVolume,
  measureOnPlane,
  type PlaneItem,
  pointsOf,
  toPatient,
  toVolume,
} from './plane-item.ts';
import type { PlaneOverlay } from './plane-overlay.ts';
import type { Plane } from './planes.ts';
import type { Slab } from './slab.ts';
import { along, minus, plus, scale, type Vector3 } from './vector.ts';
import type { Volume } from './volume/volume.ts';

/** The plane that is measured on. */
export interface MeasuredPlane {
  readonly volume: Volume;
  readonly plane: Plane;
  /** A point of the plane, in volume coordinates. */
  readonly point: Vector3;
  readonly slab: Slab;
  readonly overlay: PlaneOverlay | undefined;
  /** CSS pixels of a millimeter. */
  readonly scale: number;
}

/** A measurement whose points are being set: by pointer, or by keyboard with a mark. */
export interface PlaneDraft {
  readonly name: ViewName;
  readonly kind: PlaneMeasurementKind;
  readonly item: PlaneItem | undefined;
  /** The point that moves, in patient coordinates. */
  readonly mark: Vector3;
  readonly isByKeyboard: boolean;
}

export interface PlaneMeasurements {
  /** Of the series, in order of creation. */
  readonly items: readonly PlaneItem[];
  readonly draft: PlaneDraft | undefined;
  /** What the screen announces. */
  readonly keyboard:
    | (Omit<KeyboardMeasurementState, 'mark' | 'stats'> & { readonly figure: Figure | undefined })
    | undefined;
}

export const noPlaneMeasurements: PlaneMeasurements = { items: [], draft: undefined, keyboard: undefined };

interface MeasuringOptions {
  readonly store: PlaneStore;
  readonly planeOf: (view: ViewName) => MeasuredPlane | undefined;
  /** How the planes are shown. */
  readonly viewOf: () => AnnotationView | undefined;
  readonly onChange: (measurements: PlaneMeasurements) => void;
}

const maxRoundingMm = 0.001;
const isNear = (one: Vector3, other: Vector3 | undefined) =>
  other !== undefined && Math.hypot(...minus(one, other)) < maxRoundingMm;

interface SetPoints {
  readonly id: string;
  readonly label?: string | undefined;
  readonly handles: readonly Vector3[];
  readonly at: number;
}

const empty = (): SetPoints => ({ id: crypto.randomUUID(), handles: [], at: 0 });

/**
 * Makes, moves and removes measurements on planes. They are items of the exam's draft. Those of a series without a frame
 * of reference cannot be saved, and last while the viewer is open.
 */
export class PlaneMeasuring {
  readonly #options: MeasuringOptions;
  readonly #unsaved = new Map<string, readonly PlaneItem[]>();
  #series: MeasuredSeries = { examId: '', seriesUid: '', frameOfReference: undefined };
  #stored: readonly PlaneItem[] = [];
  /** What was measured here, with values that are not saved: those of a PET over a CT. */
  readonly #made = new Map<string, PlaneItem>();
  #draft: PlaneDraft | undefined;
  /** The points that are set, and the place of the mark among them. */
  #set: SetPoints = empty();
  /** The status that the screen has. */
  #status: PlaneMeasurements['keyboard'];
  /** The item that is being changed, to restore it. */
  #original: PlaneItem | undefined;

  constructor(options: MeasuringOptions) {
    this.#options = options;
  }

  /** The items of the series, but the one whose point is being moved. */
  get items(): readonly PlaneItem[] {
    const unsaved = this.#unsaved.get(this.#series.seriesUid) ?? [];
    return [...this.#stored, ...unsaved].filter(({ id }) => id !== this.#original?.id);
  }

  get draft(): PlaneDraft | undefined {
    return this.#draft;
  }

  /** Shows the measurements of a series. */
  open(series: MeasuredSeries): void {
    this.#series = series;
    this.#draft = undefined;
    this.#original = undefined;
    this.#readStore();
  }

  /** Reports the measurements of the series. */
  refresh(): void {
    this.#notify(undefined);
  }

  /** Reports the measurements after the draft or the layers of the exam changed. */
  update(): void {
    const before = this.#stored;
    this.#readStore();
    if (before !== this.#stored) this.#options.onChange(this.#state(this.#status));
  }

  /** Starts a measurement with a mark at a point of a plane, in volume coordinates. */
  begin(name: ViewName, kind: PlaneMeasurementKind, point: Vector3, isByKeyboard = false): void {
    const measured = this.#options.planeOf(name);
    if (!measured) return;
    this.#set = empty();
    this.#original = undefined;
    const mark = toPatient(measured.volume.geometry, point);
    if (!isInVolume(measured.volume, [mark])) return;
    this.#setDraft({ name, kind, item: undefined, mark, isByKeyboard }, 'mark');
  }

  /** Moves the mark to a point of its plane, in volume coordinates. It stays if the shape would leave the volume. */
  moveTo(point: Vector3): void {
    const measured = this.#draft && this.#options.planeOf(this.#draft.name);
    if (!this.#draft || !measured) return;
    const moved = { ...this.#draft, mark: toPatient(measured.volume.geometry, point) };
    const shape = this.#shapeOf(moved, this.#withMark(moved));
    if (shape && isInVolume(measured.volume, pointsOf(shape))) this.#update(moved);
  }

  /** Moves the mark by CSS pixels. */
  moveBy(across: number, down: number): void {
    const measured = this.#draft && this.#options.planeOf(this.#draft.name);
    if (!this.#draft || !measured) return;
    const { plane, volume } = measured;
    const from = toVolume(volume.geometry, this.#draft.mark);
    const offset = plus(scale(plane.across, across / measured.scale), scale(plane.down, down / measured.scale));
    this.moveTo(plus(from, offset));
  }

  /** Sets the mark as the next point. Returns whether it was the last one. */
  setPoint(): boolean {
    if (!this.#draft) return false;
    const { kind } = this.#draft;
    const handles = this.#withMark(this.#draft);
    this.#set = { ...this.#set, handles, at: handles.length };
    if (handles.length < handleCounts[kind]) {
      this.#update(this.#draft);
      return false;
    }
    const made = this.#measure(this.#draft, handles);
    this.#draft = undefined;
    this.#original = undefined;
    if (made) this.#keep(made);
    this.#notify({ kind, stage: 'done', point: 0, figure: made?.values.figure });
    return true;
  }

  cancel(): void {
    if (!this.#draft) return;
    const { kind } = this.#draft;
    this.#draft = undefined;
    this.#original = undefined;
    this.#notify({ kind, stage: 'left', point: 0, figure: undefined });
  }

  /** Takes a handle of an item up again: it then follows the mark. */
  edit(name: ViewName, item: PlaneItem, handle: number): void {
    const mark = item.handles[handle];
    if (!mark || item.isLayer) return;
    this.#original = item;
    this.#set = {
      id: item.id,
      label: item.label,
      handles: item.handles.filter((_, index) => index !== handle),
      at: handle,
    };
    this.#update({ name, kind: item.kind, item: undefined, mark, isByKeyboard: false });
  }

  /** Removes the measurement that is being made, otherwise the last one. */
  remove(): void {
    const last = this.items.findLast(({ isLayer }) => !isLayer);
    if (this.#draft || !last) {
      this.cancel();
      return;
    }
    this.#remove(last.id);
    this.#notify({ kind: last.kind, stage: 'removed', point: 0, figure: undefined });
  }

  #readStore(): void {
    const { examId, seriesUid } = this.#series;
    const stored = this.#options.store
      .itemsOf(examId)
      .filter(({ on }) => 'plane' in on && on.plane.series === seriesUid)
      .map(toPlaneItem)
      .filter((item) => item !== undefined)
      .map((item) => this.#withLiveValues(item));
    if (JSON.stringify(stored) !== JSON.stringify(this.#stored)) this.#stored = stored;
  }

  #withLiveValues(item: PlaneItem): PlaneItem {
    const made = this.#made.get(item.id);
    const isSame = made && pointsOf(item).every((point, index) => isNear(point, pointsOf(made)[index]));
    return isSame ? { ...item, values: made.values } : item;
  }

  #remove(id: string): void {
    const unsaved = this.#unsaved.get(this.#series.seriesUid) ?? [];
    this.#unsaved.set(
      this.#series.seriesUid,
      unsaved.filter((one) => one.id !== id),
    );
    if (this.#series.frameOfReference !== undefined) this.#options.store.remove(this.#series.examId, id);
    this.#readStore();
  }

  #keep(item: PlaneItem): void {
    const { examId, seriesUid, frameOfReference } = this.#series;
    if (frameOfReference === undefined) {
      const others = (this.#unsaved.get(seriesUid) ?? []).filter(({ id }) => id !== item.id);
      this.#unsaved.set(seriesUid, [...others, item]);
      return;
    }
    this.#made.set(item.id, item);
    const view = this.#options.viewOf();
    const annotation = toAnnotation(item, { examId, seriesUid, frameOfReference });
    this.#options.store.put(examId, { ...annotation, ...(view ? { view } : {}) });
    this.#readStore();
  }

  #withMark({ mark }: PlaneDraft): Vector3[] {
    const { handles, at } = this.#set;
    return [...handles.slice(0, at), mark, ...handles.slice(at)];
  }

  #update(draft: PlaneDraft): void {
    const isStarted = this.#set.handles.length > 0 || this.#original !== undefined;
    this.#setDraft(
      { ...draft, item: isStarted ? this.#measure(draft, this.#withMark(draft)) : undefined },
      isStarted ? 'point' : 'mark',
    );
  }

  #setDraft(draft: PlaneDraft, stage: 'mark' | 'point'): void {
    this.#draft = draft;
    this.#notify({ kind: draft.kind, stage, point: this.#set.at + 1, figure: draft.item?.values.figure });
  }

  /** Points that are not set yet lie at the last one. */
  #shapeOf({ name, kind }: PlaneDraft, handles: readonly Vector3[]) {
    const measured = this.#options.planeOf(name);
    const last = handles.at(-1);
    if (!measured || !last) return undefined;
    const { axes } = measured.volume.geometry;
    const [across, down] = [along(measured.plane.across, axes), along(measured.plane.down, axes)];
    const all = Array.from({ length: handleCounts[kind] }, (_, index) => handles[index] ?? last);
    return { kind, handles: all, across, down };
  }

  #measure(draft: PlaneDraft, handles: readonly Vector3[]): PlaneItem | undefined {
    const measured = this.#options.planeOf(draft.name);
    const shape = this.#shapeOf(draft, handles);
    if (!measured || !shape) return undefined;
    const { volume, plane, slab, overlay } = measured;
    const values = measureOnPlane(volume, plane, slab, draft.kind, pointsOf(shape), overlay);
    const normal = along(plane.normal, volume.geometry.axes);
    return { ...shape, id: this.#set.id, normal, slab, values, label: this.#set.label };
  }

  #state(keyboard: PlaneMeasurements['keyboard']): PlaneMeasurements {
    return { items: this.items, draft: this.#draft, keyboard };
  }

  #notify(keyboard: PlaneMeasurements['keyboard']): void {
    this.#status = keyboard;
    this.#options.onChange(this.#state(keyboard));
  }
}
