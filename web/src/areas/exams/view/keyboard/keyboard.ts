import { paneCounts, toolNames } from '../../../../viewer/tool-names.ts';
import type { Viewer } from '../../../../viewer/viewer.ts';
import { adjustWindow, arrowDirections, getLatinKey, type KeyPress, panStep, zoomStep } from '../key-press.ts';
import { handleMeasuringKey } from './measuring-keyboard.ts';
import { handleMprKey } from './mpr-keyboard.ts';
import {
  changeButtons,
  changes,
  copyLinkKey,
  fusionKey,
  keyImageButton,
  listKey,
  mprKey,
  overlaysKey,
  paneKey,
  seriesListKey,
  toolButtons,
} from './tool-buttons.ts';

/** The actions of keys that do not select a tool or change the image. */
export interface KeyActions {
  readonly togglePlay: () => void;
  readonly openTags: () => void;
  readonly openKeys: () => void;
  readonly openMeasurements: () => void;
  readonly toggleOverlays: () => void;
  readonly toggleMpr: () => void;
  readonly toggleFusion: () => void;
  readonly toggleFullscreen: () => void;
  readonly copyLink: () => void;
  readonly focusSeries: () => void;
  readonly preset: (index: number) => void;
  readonly nextSeries: (by: number) => void;
  readonly resetTool: () => void;
}

/** Handles arrows: with Alt they set the window, with Shift they pan, otherwise they scroll through the images. */
function handleArrowKey({ key, altKey, shiftKey }: KeyPress, viewer: Viewer): boolean {
  const [across, down] = arrowDirections[key] ?? [0, 0];
  if (across === 0 && down === 0) return false;
  const { panes, active } = viewer.getSnapshot();
  const window = panes[active]?.window;
  if (altKey && window) viewer.view.setWindow(adjustWindow(window, across, down));
  else if (shiftKey) viewer.view.panBy(across * panStep, down * panStep);
  else viewer.step(across + down);
  return true;
}

function handlePageKey(key: string, viewer: Viewer): boolean {
  const { panes, active } = viewer.getSnapshot();
  const last = (panes[active]?.frames.length ?? 1) - 1;
  if (key === 'PageDown') viewer.step(10);
  else if (key === 'PageUp') viewer.step(-10);
  else if (key === 'Home') viewer.goTo(0);
  else if (key === 'End') viewer.goTo(last);
  else if (key === '+' || key === '=') viewer.view.zoomBy(zoomStep);
  else if (key === '-') viewer.view.zoomBy(1 / zoomStep);
  else return false;
  return true;
}

/** Handles the keys that work in every layout. */
function handleGlobalKey(letter: string, actions: KeyActions): boolean {
  if (letter === 'G') actions.openTags();
  else if (letter === 'U') actions.toggleFullscreen();
  else if (letter === '?') actions.openKeys();
  else if (letter === copyLinkKey) actions.copyLink();
  else if (letter === seriesListKey) actions.focusSeries();
  else if (letter === mprKey) actions.toggleMpr();
  else if (letter === fusionKey) actions.toggleFusion();
  else if (letter === listKey) actions.openMeasurements();
  else if (letter === overlaysKey) actions.toggleOverlays();
  else if (letter === ',' || letter === '.') actions.nextSeries(letter === '.' ? 1 : -1);
  else if (/^[1-9]$/.test(letter)) actions.preset(Number(letter) - 1);
  else return false;
  return true;
}

function chooseNextPane(viewer: Viewer): void {
  const { active, layout } = viewer.getSnapshot();
  viewer.choose((active + 1) % paneCounts[layout]);
}

/** Brings back what was removed last. Returns false if there is nothing. */
function undoRemove(viewer: Viewer): boolean {
  if (viewer.getSnapshot().measurements.removed.length === 0) return false;
  viewer.measurements.undoRemove();
  return true;
}

function handleLetterKey(letter: string, viewer: Viewer, actions: KeyActions): boolean {
  const tool = toolNames.find((one) => toolButtons[one].key === letter);
  const change = changes.find((one) => changeButtons[one].key === letter);
  if (tool) viewer.selectToolByKey(tool);
  else if (change) changeButtons[change].apply(viewer);
  else if (letter === paneKey) chooseNextPane(viewer);
  else if (letter === keyImageButton.key) viewer.toggleKeyImage();
  else if (letter === 'C' || letter === ' ') actions.togglePlay();
  else if (letter === 'Escape') actions.resetTool();
  else return false;
  return true;
}

/** Handles a key press. Returns false for a key without a meaning here, so the browser handles it. */
export function handleKey(keyPress: KeyPress, viewer: Viewer, actions: KeyActions): boolean {
  const letter = getLatinKey(keyPress);
  if (keyPress.ctrlKey || keyPress.metaKey) return letter === 'Z' && undoRemove(viewer);
  if (viewer.getSnapshot().mpr)
    return handleMprKey(keyPress, viewer) || (!keyPress.altKey && handleGlobalKey(letter, actions));
  if (handleMeasuringKey(keyPress, viewer)) return true;
  if (handleArrowKey(keyPress, viewer)) return true;
  if (keyPress.altKey) return false;
  return (
    handlePageKey(keyPress.key, viewer) || handleLetterKey(letter, viewer, actions) || handleGlobalKey(letter, actions)
  );
}
