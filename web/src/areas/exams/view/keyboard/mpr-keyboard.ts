import { mprHands } from '../../../../viewer/hands.ts';
import type { Viewer } from '../../../../viewer/viewer.ts';
import { arrows, letterOf, type Pressed, panStep, windowBy, zoomStep } from '../steps.ts';
import { changeLooks, mprChanges, mprHandLooks } from './acts.ts';

/** With Alt arrows set the window, with Shift they move the cross, or the picture with its tool in hand; alone they leaf the plane. */
function pressArrow({ key, altKey, shiftKey }: Pressed, { mpr }: Viewer): boolean {
  const [across, down] = arrows[key] ?? [0, 0];
  if (!mpr.state || (across === 0 && down === 0)) return false;
  if (altKey) mpr.setWindow(windowBy(mpr.state.window, across, down));
  else if (shiftKey && mpr.state.hand === 'pan') mpr.panBy(across * panStep, down * panStep);
  else if (shiftKey) mpr.moveCross(across, down);
  else mpr.step(across + down);
  return true;
}

function leaf(key: string, { mpr }: Viewer): boolean {
  const { active, planes } = mpr.state ?? {};
  if (!active) return false;
  if (key === 'PageDown') mpr.step(10);
  else if (key === 'PageUp') mpr.step(-10);
  else if (key === 'Home') mpr.goTo(active, 0);
  else if (key === 'End') mpr.goTo(active, (planes?.[active]?.count ?? 1) - 1);
  else if (key === '+' || key === '=') mpr.zoomBy(zoomStep);
  else if (key === '-') mpr.zoomBy(1 / zoomStep);
  else return false;
  return true;
}

/** Does what a key says of planes; false where it says nothing of them. */
export function pressMprKey(pressed: Pressed, viewer: Viewer): boolean {
  if (pressArrow(pressed, viewer)) return true;
  if (pressed.altKey) return false;
  if (leaf(pressed.key, viewer)) return true;
  const letter = letterOf(pressed);
  const hand = mprHands.find((one) => mprHandLooks[one].key === letter);
  const change = mprChanges.find((one) => changeLooks[one].key === letter);
  if (hand) viewer.mpr.take(hand);
  else if (letter === 'Escape') viewer.mpr.take('cross');
  else if (change) changeLooks[change].do(viewer);
  else return false;
  return true;
}
