import { measurementKinds } from '../../../../viewer/tool-names.ts';
import type { Viewer } from '../../../../viewer/viewer.ts';
import { arrowDirections, type KeyPress } from '../key-press.ts';

const step = 8; // CSS pixels
const smallStep = 1;

/**
 * Handles measuring by keyboard. Enter starts a measurement of the active tool. Arrows move the point, with Shift by
 * single pixels. Enter sets it and Escape cancels.
 */
export function handleMeasuringKey({ key, shiftKey, altKey }: KeyPress, viewer: Viewer): boolean {
  const { measuring } = viewer;
  if (altKey) return false;
  if (!measuring.isActive) {
    const { activeTool } = viewer.getSnapshot();
    const kind = measurementKinds.find((one) => one === activeTool);
    if (key !== 'Enter' || !kind) return false;
    measuring.start(kind);
    return true;
  }
  const [across, down] = arrowDirections[key] ?? [0, 0];
  const distance = shiftKey ? smallStep : step;
  if (across !== 0 || down !== 0) measuring.move(across * distance, down * distance);
  else if (key === 'Enter') measuring.setPoint();
  else if (key === 'Escape') measuring.cancel();
  else if (key === 'Delete') measuring.remove();
  else return false;
  return true;
}
