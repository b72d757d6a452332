import { hands } from '../../viewer/hands.ts';
import type { Viewer } from '../../viewer/viewer.ts';
import { changeLooks, changes, handLooks } from './acts.ts';

/** What keys do beyond taking a tool in hand and changing the picture. */
export interface KeyActs {
  readonly togglePlay: () => void;
  readonly openTags: () => void;
  readonly openKeys: () => void;
  readonly toggleFullscreen: () => void;
  readonly preset: (place: number) => void;
  readonly nextSeries: (by: number) => void;
  readonly dropTool: () => void;
}

type Pressed = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'altKey' | 'ctrlKey' | 'metaKey'>;

const windowStep = 20;
const panStep = 24; // CSS pixels
const zoomStep = 1.15;

/** The way an arrow points. */
const arrows: Record<string, readonly [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** With Alt arrows set the window, with Shift they move the picture, alone they leaf. */
function pressArrow({ key, altKey, shiftKey }: Pressed, viewer: Viewer): boolean {
  const [across, down] = arrows[key] ?? [0, 0];
  if (across === 0 && down === 0) return false;
  const { panes, active } = viewer.snapshot();
  const window = panes[active]?.window;
  if (altKey && window)
    viewer.setWindow({
      width: Math.max(1, window.width + across * windowStep),
      center: window.center - down * windowStep,
    });
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

function pressLetter(key: string, viewer: Viewer, acts: KeyActs): boolean {
  const letter = key.length === 1 ? key.toUpperCase() : key;
  const hand = hands.find((one) => handLooks[one].key === letter);
  const change = changes.find((one) => changeLooks[one].key === letter);
  if (hand) viewer.take(hand);
  else if (change) changeLooks[change].do(viewer);
  else if (letter === 'C' || letter === ' ') acts.togglePlay();
  else if (letter === 'G') acts.openTags();
  else if (letter === 'U') acts.toggleFullscreen();
  else if (letter === '?') acts.openKeys();
  else if (letter === ',' || letter === '.') acts.nextSeries(letter === '.' ? 1 : -1);
  else if (letter === 'Escape') acts.dropTool();
  else if (/^[1-9]$/.test(letter)) acts.preset(Number(letter) - 1);
  else return false;
  return true;
}

/** Does what a key says; false where it says nothing here, and the browser's own meaning stands. */
export function pressKey(pressed: Pressed, viewer: Viewer, acts: KeyActs): boolean {
  if (pressed.ctrlKey || pressed.metaKey) return false;
  if (pressArrow(pressed, viewer)) return true;
  if (pressed.altKey) return false;
  return leaf(pressed.key, viewer) || pressLetter(pressed.key, viewer, acts);
}
