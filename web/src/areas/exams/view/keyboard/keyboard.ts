import { hands } from '../../../../viewer/hands.ts';
import type { Viewer } from '../../../../viewer/viewer.ts';
import { arrows, letterOf, type Pressed, panStep, windowBy, zoomStep } from '../steps.ts';
import { changeLooks, changes, handLooks, listKey, mprKey } from './acts.ts';
import { pressMeasuringKey } from './measuring-keyboard.ts';
import { pressMprKey } from './mpr-keyboard.ts';

/** What keys do beyond taking a tool in hand and changing the picture. */
export interface KeyActs {
  readonly togglePlay: () => void;
  readonly openTags: () => void;
  readonly openKeys: () => void;
  readonly openMeasurements: () => void;
  readonly toggleMpr: () => void;
  readonly toggleFullscreen: () => void;
  readonly preset: (place: number) => void;
  readonly nextSeries: (by: number) => void;
  readonly dropTool: () => void;
}

/** With Alt arrows set the window, with Shift they move the picture, alone they leaf. */
function pressArrow({ key, altKey, shiftKey }: Pressed, viewer: Viewer): boolean {
  const [across, down] = arrows[key] ?? [0, 0];
  if (across === 0 && down === 0) return false;
  const { panes, active } = viewer.snapshot();
  const window = panes[active]?.window;
  if (altKey && window) viewer.setWindow(windowBy(window, across, down));
  else if (shiftKey) viewer.panBy(across * panStep, down * panStep);
  else viewer.step(across + down);
  return true;
}

function leaf(key: string, viewer: Viewer): boolean {
  const { panes, active } = viewer.snapshot();
  const last = (panes[active]?.frames.length ?? 1) - 1;
  if (key === 'PageDown') viewer.step(10);
  else if (key === 'PageUp') viewer.step(-10);
  else if (key === 'Home') viewer.goTo(0);
  else if (key === 'End') viewer.goTo(last);
  else if (key === '+' || key === '=') viewer.zoomBy(zoomStep);
  else if (key === '-') viewer.zoomBy(1 / zoomStep);
  else return false;
  return true;
}

/** What keys mean whatever stands in sight. */
function pressAnywhere(letter: string, acts: KeyActs): boolean {
  if (letter === 'G') acts.openTags();
  else if (letter === 'U') acts.toggleFullscreen();
  else if (letter === '?') acts.openKeys();
  else if (letter === mprKey) acts.toggleMpr();
  else if (letter === listKey) acts.openMeasurements();
  else if (letter === ',' || letter === '.') acts.nextSeries(letter === '.' ? 1 : -1);
  else if (/^[1-9]$/.test(letter)) acts.preset(Number(letter) - 1);
  else return false;
  return true;
}

function pressLetter(letter: string, viewer: Viewer, acts: KeyActs): boolean {
  const hand = hands.find((one) => handLooks[one].key === letter);
  const change = changes.find((one) => changeLooks[one].key === letter);
  if (hand) viewer.takeByKey(hand);
  else if (change) changeLooks[change].do(viewer);
  else if (letter === 'C' || letter === ' ') acts.togglePlay();
  else if (letter === 'Escape') acts.dropTool();
  else return false;
  return true;
}

/** Does what a key says; false where it says nothing here, and the browser's own meaning stands. */
export function pressKey(pressed: Pressed, viewer: Viewer, acts: KeyActs): boolean {
  if (pressed.ctrlKey || pressed.metaKey) return false;
  const letter = letterOf(pressed);
  if (viewer.snapshot().mpr) return pressMprKey(pressed, viewer) || (!pressed.altKey && pressAnywhere(letter, acts));
  if (pressMeasuringKey(pressed, viewer)) return true;
  if (pressArrow(pressed, viewer)) return true;
  if (pressed.altKey) return false;
  return leaf(pressed.key, viewer) || pressLetter(letter, viewer, acts) || pressAnywhere(letter, acts);
}
