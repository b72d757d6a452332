import type { MprHand, PlaneName } from '../hands.ts';
import type { Window } from '../stack/picture-facts.ts';
import type { Mpr } from './mpr.ts';

const perLeaf = 6; // CSS pixels of a drag
const perWheel = 50;

/** What a drag at a plane does, as in the stack: left as the tool in hand, middle moves, right zooms; two fingers zoom and move. */
function handOf(button: number, hand: MprHand): MprHand {
  if (button === 1) return 'pan';
  if (button === 2) return 'zoom';
  return hand;
}

interface Drag {
  readonly hand: MprHand;
  /** Of the fingers on the plane. */
  readonly points: Map<number, readonly [number, number]>;
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

/** Follows mouse, pen and fingers over a plane's canvas; returns how to stop. */
export function followPointer(mpr: Mpr, name: PlaneName, element: HTMLElement): () => void {
  let drag: Drag | undefined;
  let wheeled = 0;
  const press = (event: PointerEvent) => {
    mpr.choose(name);
    element.setPointerCapture(event.pointerId);
    drag ??= { hand: handOf(event.button, mpr.state?.hand ?? 'cross'), points: new Map(), rest: 0 };
    drag.points.set(event.pointerId, [event.clientX, event.clientY]);
    if (drag.hand === 'cross' && drag.points.size === 1) mpr.pointAt(name, event.clientX, event.clientY);
  };
  const move = (event: PointerEvent) => {
    const before = drag?.points.get(event.pointerId);
    if (!drag || !before) return;
    const [middle, spread] = [middleOf(drag.points), spreadOf(drag.points)];
    drag.points.set(event.pointerId, [event.clientX, event.clientY]);
    if (drag.points.size > 1) {
      const now = middleOf(drag.points);
      mpr.panBy((now[0] ?? 0) - (middle[0] ?? 0), (now[1] ?? 0) - (middle[1] ?? 0));
      if (spread > 0) mpr.zoomBy(spreadOf(drag.points) / spread);
    } else if (drag.hand === 'cross') mpr.pointAt(name, event.clientX, event.clientY);
    else drag.rest = dragged(mpr, drag, event.clientX - before[0], event.clientY - before[1]);
  };
  const lift = (event: PointerEvent) => {
    drag?.points.delete(event.pointerId);
    if (drag?.points.size === 0) drag = undefined;
  };
  const turn = (event: WheelEvent) => {
    event.preventDefault();
    mpr.choose(name);
    wheeled += event.deltaY;
    const leaves = Math.trunc(wheeled / perWheel);
    wheeled -= leaves * perWheel;
    if (leaves !== 0) mpr.step(leaves);
  };
  const listening = new AbortController();
  const { signal } = listening;
  element.addEventListener('pointerdown', press, { signal });
  element.addEventListener('pointermove', move, { signal });
  element.addEventListener('pointerup', lift, { signal });
  element.addEventListener('pointercancel', lift, { signal });
  element.addEventListener('wheel', turn, { signal, passive: false });
  return () => listening.abort();
}

/** One finger or the mouse moved on; returns what is left of a leaf. */
function dragged(mpr: Mpr, { hand, rest }: Drag, across: number, down: number): number {
  if (hand === 'pan') mpr.panBy(across, down);
  else if (hand === 'zoom') mpr.zoomBy(1.01 ** -down);
  else if (hand === 'window' && mpr.state) mpr.setWindow(windowBy(mpr.state.window, across, down));
  else if (hand === 'scroll') {
    const leaves = Math.trunc((rest + down) / perLeaf);
    if (leaves !== 0) mpr.step(leaves);
    return rest + down - leaves * perLeaf;
  }
  return 0;
}

/** Across widens, down brightens; a wide window by larger steps. */
function windowBy({ width, center }: Window, across: number, down: number): Window {
  const step = Math.max(0.2, width / 400);
  return { width: Math.max(1, width + across * step), center: center + down * step };
}
