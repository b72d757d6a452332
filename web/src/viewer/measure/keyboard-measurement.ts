import type * as core from '@cornerstonejs/core';
import type { AnnotationStats } from '@medcloud/contract/shapes/annotations';
import type { MeasurementKind } from '../tool-names.ts';
import type { Handle } from './handles.ts';
import {
  addMeasurement,
  chooseMeasurement,
  completeMeasurement,
  findMeasurement,
  handlesOf,
  pointsOf,
  removeMeasurement,
  setHandles,
  setPoints,
} from './measurements.ts';

type Point = core.Types.Point3;

/** What the arrow keys move now, and the last action. The screen announces it. */
export interface KeyboardMeasurementState {
  readonly kind: MeasurementKind;
  /**
   * What the arrow keys move: a mark that becomes a point, one point, or the whole measurement; or how it just ended.
   */
  readonly stage: 'mark' | 'point' | 'measurement' | 'done' | 'removed' | 'left';
  /** Number of the point, from 1. */
  readonly point: number;
  readonly stats: AnnotationStats | undefined;
  /** Position of the mark in CSS pixels of its pane. */
  readonly mark: Handle | undefined;
}

interface ActiveMeasurement {
  readonly viewport: core.Types.IStackViewport;
  readonly kind: MeasurementKind;
  /** Undefined until its first point is set. */
  readonly id: string | undefined;
  /** Its points before it was moved. Undefined while it is being created. */
  readonly initialPoints: readonly Point[] | undefined;
  /** The point the arrow keys move. Undefined moves all points. */
  readonly point: number | undefined;
  readonly mark: Handle;
}

export interface KeyboardMeasurementOptions {
  readonly viewport: () => core.Types.IStackViewport | undefined;
  readonly onChange: (state: KeyboardMeasurementState) => void;
  /** Called when all points of a new measurement are set. */
  readonly onCreate: (id: string, kind: MeasurementKind) => void;
}

/** Measures by keyboard: arrow keys move, Enter sets a point, Escape cancels. */
export class KeyboardMeasurement {
  readonly #options: KeyboardMeasurementOptions;
  #current: ActiveMeasurement | undefined;
  /** A measurement that ended before it was rendered. It is reported after rendering, when its value is known. */
  #unreported: ActiveMeasurement | undefined;

  constructor(options: KeyboardMeasurementOptions) {
    this.#options = options;
  }

  get isActive(): boolean {
    return this.#current !== undefined;
  }

  /** Starts a measurement with a mark in the middle of the image, which becomes the first point. */
  start(kind: MeasurementKind): void {
    const viewport = this.#options.viewport();
    if (!viewport?.getCurrentImageId()) return;
    const { clientWidth: width, clientHeight: height } = viewport.element;
    chooseMeasurement(undefined);
    this.#update(
      { viewport, kind, id: undefined, initialPoints: undefined, point: 0, mark: [width / 2, height / 2] },
      'mark',
    );
  }

  /** Selects an existing measurement for the keyboard. */
  select(id: string): void {
    const viewport = this.#options.viewport();
    const measurement = findMeasurement(id);
    if (!viewport || !measurement) return;
    chooseMeasurement(id);
    viewport.render();
    const mark = handlesOf(id, viewport)[0] ?? [0, 0];
    this.#update(
      { viewport, kind: measurement.kind, id, initialPoints: pointsOf(id), point: undefined, mark },
      'measurement',
    );
  }

  /** Moves the mark, point or measurement by CSS pixels. */
  move(across: number, down: number): void {
    if (!this.#current) return;
    const current = {
      ...this.#current,
      mark: clampToElement(this.#current, [this.#current.mark[0] + across, this.#current.mark[1] + down]),
    };
    const offset: Handle = [current.mark[0] - this.#current.mark[0], current.mark[1] - this.#current.mark[1]];
    if (current.id) setHandles(current.id, current.viewport, this.#moveHandles(current, current.id, offset));
    this.#update(current, this.#activeStageOf(current));
  }

  /** Sets the current point and continues with the next one. Finishes after the last. */
  setPoint(): void {
    const current = this.#current;
    if (!current) return;
    const id = current.id ?? this.#create(current);
    const next = current.point === undefined ? 0 : current.point + 1;
    const handles = handlesOf(id, current.viewport);
    const mark = (current.initialPoints && handles[next]) ?? current.mark;
    if (next < handles.length) this.#update({ ...current, id, point: next, mark }, 'point');
    else this.#finish({ ...current, id }, 'done');
  }

  /** Removes a measurement being created, or restores a moved one. */
  cancel(): void {
    const current = this.#current;
    if (!current) return;
    if (current.id && current.initialPoints) setPoints(current.id, current.viewport, [...current.initialPoints]);
    else if (current.id) removeMeasurement(current.id);
    this.#finish(current, 'left');
  }

  remove(): void {
    const current = this.#current;
    if (!current) return;
    if (current.id) removeMeasurement(current.id);
    this.#finish(current, 'removed');
  }

  /** Call it when measurements change: the current one's value may be known now, or it was removed. */
  refresh(): void {
    const current = this.#current;
    if (!current) this.#reportLater();
    if (!current?.id) return;
    if (findMeasurement(current.id)) this.#update(current, this.#activeStageOf(current));
    else this.#finish(current, 'removed');
  }

  #reportLater(): void {
    const { id, kind } = this.#unreported ?? {};
    const stats = id ? findMeasurement(id)?.stats : undefined;
    if (!kind || stats === undefined) return;
    this.#unreported = undefined;
    this.#options.onChange({ kind, stage: 'done', point: 0, stats, mark: undefined });
  }

  /**
   * Ends the current measurement because the image changes: keeps an existing one as moved, removes an unfinished one.
   */
  commit(): void {
    if (this.#current?.initialPoints) this.#finish(this.#current, 'done');
    else this.cancel();
  }

  #create({ viewport, kind, mark }: ActiveMeasurement): string {
    const id = addMeasurement(viewport, kind, mark);
    chooseMeasurement(id);
    viewport.render();
    return id;
  }

  #moveHandles({ viewport, point, initialPoints }: ActiveMeasurement, id: string, [across, down]: Handle): Handle[] {
    return handlesOf(id, viewport).map((handle, index) => {
      // while it is being created, points that are not set yet move with the mark
      const isMoved = point === undefined || index === point || (initialPoints === undefined && index > point);
      return isMoved ? [handle[0] + across, handle[1] + down] : handle;
    });
  }

  #activeStageOf({ id, point }: ActiveMeasurement): 'mark' | 'point' | 'measurement' {
    if (!id) return 'mark';
    return point === undefined ? 'measurement' : 'point';
  }

  #update(current: ActiveMeasurement, stage: KeyboardMeasurementState['stage']): void {
    this.#current = current;
    this.#unreported = undefined;
    const stats = current.id ? findMeasurement(current.id)?.stats : undefined;
    this.#options.onChange({ kind: current.kind, stage, point: (current.point ?? 0) + 1, stats, mark: current.mark });
  }

  #finish(current: ActiveMeasurement, stage: 'done' | 'removed' | 'left'): void {
    const stats = current.id ? findMeasurement(current.id)?.stats : undefined;
    this.#current = undefined;
    this.#unreported = stage === 'done' && stats === undefined ? current : undefined;
    chooseMeasurement(undefined);
    current.viewport.render();
    this.#options.onChange({ kind: current.kind, stage, point: 0, stats, mark: undefined });
    if (stage !== 'done' || !current.id) return;
    completeMeasurement(current.id);
    if (!current.initialPoints) this.#options.onCreate(current.id, current.kind);
  }
}

/** Limits a position to the pane's element. */
function clampToElement({ viewport }: ActiveMeasurement, [x, y]: Handle): Handle {
  const { clientWidth: width, clientHeight: height } = viewport.element;
  return [Math.max(0, Math.min(width, x)), Math.max(0, Math.min(height, y))];
}
