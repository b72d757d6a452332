import type { KeyboardMeasurementState } from '../measure/keyboard-measurement.ts';
import type { PlaneMeasurementKind, ViewName } from '../tool-names.ts';
import {
  type Figure,
  handleCounts,
  measureOnPlane,
  type PlaneItem,
  pointsOf,
  toPatient,
  toVolume,
} from './plane-item.ts';
import type { PlaneOverlay } from './plane-overlay.ts';
import type { Plane } from './planes.ts';
import type { Slab } from './slab.ts';
import { along, plus, scale, type Vector3 } from './vector.ts';
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
  readonly planeOf: (view: ViewName) => MeasuredPlane | undefined;
  readonly onChange: (measurements: PlaneMeasurements) => void;
}

const empty = () => ({ id: crypto.randomUUID(), handles: [], at: 0 });

/** Makes, moves and removes measurements on planes. They are kept by series while the viewer is open. */
export class PlaneMeasuring {
  readonly #options: MeasuringOptions;
  readonly #bySeries = new Map<string, readonly PlaneItem[]>();
  #series = '';
  #draft: PlaneDraft | undefined;
  /** The points that are set, and the place of the mark among them. */
  #set: { readonly id: string; readonly handles: readonly Vector3[]; readonly at: number } = empty();
  /** The item that is being changed, to restore it. */
  #original: PlaneItem | undefined;

  constructor(options: MeasuringOptions) {
    this.#options = options;
  }

  get items(): readonly PlaneItem[] {
    return this.#bySeries.get(this.#series) ?? [];
  }

  get draft(): PlaneDraft | undefined {
    return this.#draft;
  }

  /** Shows the measurements of a series. */
  open(series: string): void {
    this.#series = series;
    this.#draft = undefined;
    this.#original = undefined;
  }

  /** Reports the measurements of the series. */
  refresh(): void {
    this.#notify(undefined);
  }

  /** Starts a measurement with a mark at a point of a plane, in volume coordinates. */
  begin(name: ViewName, kind: PlaneMeasurementKind, point: Vector3, isByKeyboard = false): void {
    const measured = this.#options.planeOf(name);
    if (!measured) return;
    this.#set = empty();
    this.#original = undefined;
    const mark = toPatient(measured.volume.geometry, point);
    this.#setDraft({ name, kind, item: undefined, mark, isByKeyboard }, 'mark');
  }

  /** Moves the mark to a point of its plane, in volume coordinates. */
  moveTo(point: Vector3): void {
    const measured = this.#draft && this.#options.planeOf(this.#draft.name);
    if (!this.#draft || !measured) return;
    this.#update({ ...this.#draft, mark: toPatient(measured.volume.geometry, point) });
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
    if (made) this.#replace(made);
    this.#notify({ kind, stage: 'done', point: 0, figure: made?.values.figure });
    return true;
  }

  cancel(): void {
    if (!this.#draft) return;
    const { kind } = this.#draft;
    this.#draft = undefined;
    if (this.#original) this.#replace(this.#original);
    this.#notify({ kind, stage: 'left', point: 0, figure: undefined });
  }

  /** Takes a handle of an item up again: it then follows the mark. */
  edit(name: ViewName, item: PlaneItem, handle: number): void {
    const mark = item.handles[handle];
    if (!mark) return;
    this.#remove(item.id);
    this.#original = item;
    this.#set = { id: item.id, handles: item.handles.filter((_, index) => index !== handle), at: handle };
    this.#update({ name, kind: item.kind, item: undefined, mark, isByKeyboard: false });
  }

  /** Removes the measurement that is being made, otherwise the last one. */
  remove(): void {
    const last = this.items.at(-1);
    if (this.#draft || !last) {
      this.cancel();
      return;
    }
    this.#remove(last.id);
    this.#notify({ kind: last.kind, stage: 'removed', point: 0, figure: undefined });
  }

  #remove(id: string): void {
    this.#bySeries.set(
      this.#series,
      this.items.filter((one) => one.id !== id),
    );
  }

  #replace(item: PlaneItem): void {
    this.#remove(item.id);
    this.#bySeries.set(this.#series, [...this.items, item]);
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

  #measure({ name, kind }: PlaneDraft, handles: readonly Vector3[]): PlaneItem | undefined {
    const measured = this.#options.planeOf(name);
    const last = handles.at(-1);
    if (!measured || !last) return undefined;
    const { volume, plane, slab, overlay } = measured;
    const [across, down, normal] = [plane.across, plane.down, plane.normal].map((direction) =>
      along(direction, volume.geometry.axes),
    );
    if (!across || !down || !normal) return undefined;
    // points that are not set yet lie at the last one
    const all = Array.from({ length: handleCounts[kind] }, (_, index) => handles[index] ?? last);
    const shape = { kind, handles: all, across, down };
    const values = measureOnPlane(volume, plane, slab, kind, pointsOf(shape), overlay);
    return { ...shape, id: this.#set.id, normal, slab, values };
  }

  #notify(keyboard: PlaneMeasurements['keyboard']): void {
    this.#options.onChange({ items: this.items, draft: this.#draft, keyboard });
  }
}
