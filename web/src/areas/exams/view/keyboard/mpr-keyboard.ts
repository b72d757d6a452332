import { slabThicknesses } from '../../../../viewer/mpr/slab.ts';
import { mprToolNames, planeMeasurementKinds } from '../../../../viewer/tool-names.ts';
import type { Viewer } from '../../../../viewer/viewer.ts';
import { adjustWindow, arrowDirections, getLatinKey, type KeyPress, panStep, zoomStep } from '../key-press.ts';
import { changeButtons, mprChanges, mprToolButtons, slabKeys } from './tool-buttons.ts';

const measuringStep = 8; // CSS pixels

/**
 * Handles arrows: with Alt they set the window, with Shift they move the cross, turn the planes or pan, otherwise they
 * scroll the plane.
 */
function handleArrowKey({ key, altKey, shiftKey }: KeyPress, { mpr }: Viewer): boolean {
  const [across, down] = arrowDirections[key] ?? [0, 0];
  if (!mpr.state || (across === 0 && down === 0)) return false;
  if (altKey) mpr.setWindow(adjustWindow(mpr.state.window, across, down));
  else if (shiftKey && mpr.state.activeTool === 'pan') mpr.panBy(across * panStep, down * panStep);
  else if (shiftKey && mpr.state.activeTool === 'turn') mpr.turn(across + down);
  else if (shiftKey) mpr.moveCross(across, down);
  else mpr.step(across + down);
  return true;
}

function handlePageKey(key: string, { mpr }: Viewer): boolean {
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

/** Makes the slab one step thinner or thicker. */
function handleSlabKey(letter: string, { mpr }: Viewer): boolean {
  const { thicknessMm } = mpr.state?.slab ?? {};
  if (thicknessMm === undefined || !slabKeys.some((key) => key === letter)) return false;
  const next =
    letter === slabKeys[1]
      ? slabThicknesses.find((one) => one > thicknessMm)
      : slabThicknesses.findLast((one) => one < thicknessMm);
  if (next !== undefined) mpr.setSlab({ thicknessMm: next });
  return true;
}

/**
 * Measures by keyboard: Enter starts a measurement of the active tool at the cross, arrows move the point, with Shift by
 * single pixels, Enter sets it, Escape cancels.
 */
function handleMeasuringKey({ key, shiftKey, altKey }: KeyPress, { mpr }: Viewer): boolean {
  const kind = planeMeasurementKinds.find((one) => one === mpr.state?.activeTool);
  if (altKey || !kind || !mpr.state) return false;
  const { measuring } = mpr;
  const [across, down] = arrowDirections[key] ?? [0, 0];
  const distance = shiftKey ? 1 : measuringStep;
  if (!measuring.draft && key === 'Enter') mpr.beginMeasuring(kind);
  else if (!measuring.draft) return false;
  else if (across !== 0 || down !== 0) measuring.moveBy(across * distance, down * distance);
  else if (key === 'Enter') measuring.setPoint();
  else if (key === 'Escape' || key === 'Delete') measuring.cancel();
  else return false;
  return true;
}

/** Handles a key press of the MPR layout. Returns false for a key without a meaning there. */
export function handleMprKey(keyPress: KeyPress, viewer: Viewer): boolean {
  if (handleMeasuringKey(keyPress, viewer)) return true;
  if (handleArrowKey(keyPress, viewer)) return true;
  if (keyPress.altKey) return false;
  if (handlePageKey(keyPress.key, viewer)) return true;
  const letter = getLatinKey(keyPress);
  if (handleSlabKey(letter, viewer)) return true;
  const tool = mprToolNames.find((one) => mprToolButtons[one].key === letter);
  const change = mprChanges.find((one) => changeButtons[one].key === letter);
  if (tool) viewer.mpr.selectTool(tool);
  else if (letter === 'Escape') viewer.mpr.selectTool('cross');
  else if (change) changeButtons[change].apply(viewer);
  else return false;
  return true;
}
