import type * as core from '@cornerstonejs/core';
import type { Figure, MeasuredKind } from '../hands.ts';
import {
  addMeasurement,
  chooseMeasurement,
  findMeasurement,
  placePoints,
  placeSpots,
  pointsOf,
  removeMeasurement,
  spotsOf,
} from './measurements.ts';
import type { Spot } from './spots.ts';

type Point = core.Types.Point3;

/** What arrows move now, and what was done last: a screen says it. */
export interface KeyMeasuringState {
  readonly kind: MeasuredKind;
  /** What arrows move: a mark that becomes a point, one point of the measurement, all of it; or it was just ended so. */
  readonly stage: 'mark' | 'point' | 'whole' | 'done' | 'removed' | 'left';
  /** Which point, from 1. */
  readonly point: number;
  readonly figure: Figure | undefined;
  /** Where the mark stands, in CSS pixels of its pane. */
  readonly mark: Spot | undefined;
}

interface UnderWay {
  readonly viewport: core.Types.IStackViewport;
  readonly kind: MeasuredKind;
  /** Undefined until its first point is set. */
  readonly id: string | undefined;
  /** Its points before anything was moved; undefined while it is being made. */
  readonly before: readonly Point[] | undefined;
  /** The point that arrows move; undefined: all of them. */
  readonly point: number | undefined;
  readonly mark: Spot;
}

export interface KeyMeasuringOptions {
  readonly viewport: () => core.Types.IStackViewport | undefined;
  readonly onChange: (state: KeyMeasuringState) => void;
}

/** Measuring without a mouse: arrows move, Enter sets, Escape goes back. */
export class KeyMeasuring {
  readonly #options: KeyMeasuringOptions;
  #now: UnderWay | undefined;
  /** Was set before it had been drawn, which is when its figure is known: then it is said with it. */
  #unsaid: UnderWay | undefined;

  constructor(options: KeyMeasuringOptions) {
    this.#options = options;
  }

  get isUnderWay(): boolean {
    return this.#now !== undefined;
  }

  /** A mark stands in the middle of the picture, to become the first point. */
  begin(kind: MeasuredKind): void {
    const viewport = this.#options.viewport();
    if (!viewport?.getCurrentImageId()) return;
    const { clientWidth: width, clientHeight: height } = viewport.element;
    chooseMeasurement(undefined);
    this.#go({ viewport, kind, id: undefined, before: undefined, point: 0, mark: [width / 2, height / 2] }, 'mark');
  }

  /** One that is there already is taken in hand. */
  take(id: string): void {
    const viewport = this.#options.viewport();
    const found = findMeasurement(id);
    if (!viewport || !found) return;
    chooseMeasurement(id);
    viewport.render();
    const mark = spotsOf(id, viewport)[0] ?? [0, 0];
    this.#go({ viewport, kind: found.kind, id, before: pointsOf(id), point: undefined, mark }, 'whole');
  }

  /** CSS pixels. */
  move(across: number, down: number): void {
    if (!this.#now) return;
    const now = { ...this.#now, mark: within(this.#now, [this.#now.mark[0] + across, this.#now.mark[1] + down]) };
    const by: Spot = [now.mark[0] - this.#now.mark[0], now.mark[1] - this.#now.mark[1]];
    if (now.id) placeSpots(now.id, now.viewport, this.#moved(now, now.id, by));
    this.#go(now, this.#stageOf(now));
  }

  /** Sets the point that is moved, and takes the next; after the last it is done. */
  set(): void {
    const now = this.#now;
    if (!now) return;
    const id = now.id ?? this.#make(now);
    const next = now.point === undefined ? 0 : now.point + 1;
    const all = spotsOf(id, now.viewport);
    const mark = (now.before && all[next]) ?? now.mark;
    if (next < all.length) this.#go({ ...now, id, point: next, mark }, 'point');
    else this.#end({ ...now, id }, 'done');
  }

  /** What was being made goes, what was moved goes back. */
  leave(): void {
    const now = this.#now;
    if (!now) return;
    if (now.id && now.before) placePoints(now.id, now.viewport, [...now.before]);
    else if (now.id) removeMeasurement(now.id);
    this.#end(now, 'left');
  }

  remove(): void {
    const now = this.#now;
    if (!now) return;
    if (now.id) removeMeasurement(now.id);
    this.#end(now, 'removed');
  }

  /** Something changed a measurement: its figure may be known now, or it is gone. */
  look(): void {
    const now = this.#now;
    if (!now) this.#sayLater();
    if (!now?.id) return;
    if (findMeasurement(now.id)) this.#go(now, this.#stageOf(now));
    else this.#end(now, 'removed');
  }

  #sayLater(): void {
    const { id, kind } = this.#unsaid ?? {};
    const figure = id ? findMeasurement(id)?.figure : undefined;
    if (!kind || figure === undefined) return;
    this.#unsaid = undefined;
    this.#options.onChange({ kind, stage: 'done', point: 0, figure, mark: undefined });
  }

  /** The picture is another one: what is under way is let go of as it stands. */
  drop(): void {
    if (this.#now?.before) this.#end(this.#now, 'done');
    else this.leave();
  }

  #make({ viewport, kind, mark }: UnderWay): string {
    const id = addMeasurement(viewport, kind, mark);
    chooseMeasurement(id);
    viewport.render();
    return id;
  }

  #moved({ viewport, point, before }: UnderWay, id: string, [across, down]: Spot): Spot[] {
    return spotsOf(id, viewport).map((spot, place) => {
      // while it is made, the points that are not set yet go with the mark
      const isMoved = point === undefined || place === point || (before === undefined && place > point);
      return isMoved ? [spot[0] + across, spot[1] + down] : spot;
    });
  }

  #stageOf({ id, point }: UnderWay): 'mark' | 'point' | 'whole' {
    if (!id) return 'mark';
    return point === undefined ? 'whole' : 'point';
  }

  #go(now: UnderWay, stage: KeyMeasuringState['stage']): void {
    this.#now = now;
    this.#unsaid = undefined;
    const figure = now.id ? findMeasurement(now.id)?.figure : undefined;
    this.#options.onChange({ kind: now.kind, stage, point: (now.point ?? 0) + 1, figure, mark: now.mark });
  }

  #end(now: UnderWay, stage: 'done' | 'removed' | 'left'): void {
    const figure = now.id ? findMeasurement(now.id)?.figure : undefined;
    this.#now = undefined;
    this.#unsaid = stage === 'done' && figure === undefined ? now : undefined;
    chooseMeasurement(undefined);
    now.viewport.render();
    this.#options.onChange({ kind: now.kind, stage, point: 0, figure, mark: undefined });
  }
}

/** A mark stays on its picture's place. */
function within({ viewport }: UnderWay, [x, y]: Spot): Spot {
  const { clientWidth: width, clientHeight: height } = viewport.element;
  return [Math.max(0, Math.min(width, x)), Math.max(0, Math.min(height, y))];
}
