import type { Window } from '../stack/image-metadata.ts';
import { type MprToolName, type PlaneMeasurementKind, planeMeasurementKinds, type ViewName } from '../tool-names.ts';
import type { Mpr } from './mpr.ts';

const pixelsPerStep = 6; // CSS pixels of a drag
const pixelsPerWheelStep = 50;

/**
 * Returns a drag's tool, as in the stack: left button the active tool, middle pans, right zooms. Two fingers zoom and
 * pan.
 */
function toolForButton(button: number, activeTool: MprToolName): MprToolName {
  if (button === 1) return 'pan';
  if (button === 2) return 'zoom';
  return activeTool;
}

interface Drag {
  readonly activeTool: MprToolName;
  /** Position of each pointer on the plane. */
  readonly points: Map<number, readonly [number, number]>;
  /** Where it started. */
  readonly start: readonly [number, number];
  /** Also without a move, its end sets a point. */
  mustSetPoint: boolean;
  rest: number;
}

const middleOf = (points: Drag['points']) => {
  const all = [...points.values()];
  return [0, 1].map((axis) => all.reduce((sum, point) => sum + (point[axis] ?? 0), 0) / all.length);
};
const spreadOf = (points: Drag['points']) => {
  const [one = [0, 0], other = [0, 0]] = [...points.values()];
  return Math.hypot((one[0] ?? 0) - (other[0] ?? 0), (one[1] ?? 0) - (other[1] ?? 0));
};

/** Returns what a drag measures. Two fingers zoom and pan with every tool. */
const kindOf = ({ activeTool, points }: Drag): PlaneMeasurementKind | undefined =>
  points.size > 1 ? undefined : planeMeasurementKinds.find((kind) => kind === activeTool);

const [mouseReach, touchReach] = [8, 24]; // CSS pixels from a handle
const minDrag = 4; // CSS pixels: below, it is a click

/**
 * Takes up a handle near the pointer, moves the mark of the measurement that is being made, or starts one. Returns
 * whether the end of the press sets a point even if it was a click.
 */
function startPoint(
  mpr: Mpr,
  name: ViewName,
  kind: PlaneMeasurementKind,
  event: PointerEvent,
  element: HTMLElement,
): boolean {
  const { measuring } = mpr;
  const point = mpr.drawer.pointAt(name, event.clientX, event.clientY);
  if (!point) return false;
  if (measuring.draft) {
    measuring.moveTo(point);
    return true;
  }
  const { left, top } = element.getBoundingClientRect();
  const reach = event.pointerType === 'touch' ? touchReach : mouseReach;
  for (const item of measuring.items.filter(({ isLayer }) => !isLayer)) {
    const index = mpr.drawer
      .drawnPoints(name, item)
      ?.handles.findIndex(([x, y]) => Math.hypot(x - (event.clientX - left), y - (event.clientY - top)) <= reach);
    if (index === undefined || index < 0) continue;
    measuring.edit(name, item, index);
    return true;
  }
  measuring.begin(name, kind, point);
  measuring.setPoint();
  return false;
}

function moveMark(mpr: Mpr, name: ViewName, { clientX, clientY }: PointerEvent): void {
  const point = mpr.drawer.pointAt(name, clientX, clientY);
  if (point && !mpr.measuring.draft?.isByKeyboard) mpr.measuring.moveTo(point);
}

/** Handles mouse, pen and touch on a plane's canvas. Returns a function that stops it. */
export function followPointer(mpr: Mpr, name: ViewName, element: HTMLElement): () => void {
  let drag: Drag | undefined;
  let wheelRest = 0;
  const onPointerDown = (event: PointerEvent) => {
    mpr.selectPlane(name);
    element.setPointerCapture(event.pointerId);
    drag ??= {
      activeTool: toolForButton(event.button, mpr.state?.activeTool ?? 'cross'),
      points: new Map(),
      start: [event.clientX, event.clientY],
      mustSetPoint: false,
      rest: 0,
    };
    drag.points.set(event.pointerId, [event.clientX, event.clientY]);
    if (drag.activeTool === 'cross' && drag.points.size === 1) mpr.pointAt(name, event.clientX, event.clientY);
    const kind = kindOf(drag);
    if (kind) drag.mustSetPoint = startPoint(mpr, name, kind, event, element);
    else if (drag.points.size > 1) mpr.measuring.cancel();
  };
  const onPointerMove = (event: PointerEvent) => {
    const previous = drag?.points.get(event.pointerId);
    if (mpr.measuring.draft?.name === name && (!drag || kindOf(drag))) moveMark(mpr, name, event);
    if (!drag || !previous || kindOf(drag)) return;
    const [middle, spread] = [middleOf(drag.points), spreadOf(drag.points)];
    drag.points.set(event.pointerId, [event.clientX, event.clientY]);
    if (drag.points.size > 1) {
      const newMiddle = middleOf(drag.points);
      mpr.panBy((newMiddle[0] ?? 0) - (middle[0] ?? 0), (newMiddle[1] ?? 0) - (middle[1] ?? 0));
      if (spread > 0) mpr.zoomBy(spreadOf(drag.points) / spread);
    } else if (drag.activeTool === 'cross') mpr.pointAt(name, event.clientX, event.clientY);
    else if (drag.activeTool === 'turn') mpr.turnBetween(name, previous, [event.clientX, event.clientY]);
    else drag.rest = applyDrag(mpr, drag, event.clientX - previous[0], event.clientY - previous[1]);
  };
  const onPointerUp = (event: PointerEvent) => {
    if (drag && kindOf(drag) && mpr.measuring.draft) {
      const isDrag = Math.hypot(event.clientX - drag.start[0], event.clientY - drag.start[1]) >= minDrag;
      if (drag.mustSetPoint || isDrag) mpr.measuring.setPoint(); // a first click leaves the mark to the next one
    }
    drag?.points.delete(event.pointerId);
    if (drag?.points.size === 0) drag = undefined;
  };
  const onWheel = (event: WheelEvent) => {
    event.preventDefault();
    mpr.selectPlane(name);
    wheelRest += event.deltaY;
    const steps = Math.trunc(wheelRest / pixelsPerWheelStep);
    wheelRest -= steps * pixelsPerWheelStep;
    if (steps !== 0) mpr.step(steps);
  };
  const controller = new AbortController();
  const { signal } = controller;
  element.addEventListener('pointerdown', onPointerDown, { signal });
  element.addEventListener('pointermove', onPointerMove, { signal });
  element.addEventListener('pointerup', onPointerUp, { signal });
  element.addEventListener('pointercancel', onPointerUp, { signal });
  element.addEventListener('wheel', onWheel, { signal, passive: false });
  return () => controller.abort();
}

/** Applies a move of one finger or the mouse. Returns the pixels left over from the last scroll step. */
function applyDrag(mpr: Mpr, { activeTool, rest }: Drag, across: number, down: number): number {
  if (activeTool === 'pan') mpr.panBy(across, down);
  else if (activeTool === 'zoom') mpr.zoomBy(1.01 ** -down);
  else if (activeTool === 'window' && mpr.state) mpr.setWindow(windowBy(mpr.state.window, across, down));
  else if (activeTool === 'scroll') {
    const steps = Math.trunc((rest + down) / pixelsPerStep);
    if (steps !== 0) mpr.step(steps);
    return rest + down - steps * pixelsPerStep;
  }
  return 0;
}

/** Changes a window by a drag: across the width, down the center. A wide window changes in larger steps. */
function windowBy({ width, center }: Window, across: number, down: number): Window {
  const step = Math.max(0.2, width / 400);
  return { width: Math.max(1, width + across * step), center: center + down * step };
}
