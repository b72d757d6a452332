import type { Viewer } from '../../viewer/viewer.ts';
import { arrows, type Pressed } from './steps.ts';

const step = 8; // CSS pixels
const smallStep = 1;

/** With length or angle in hand Enter begins one; then arrows move, with Shift by single pixels, Enter sets, Escape goes back. */
export function pressMeasuringKey({ key, shiftKey, altKey }: Pressed, viewer: Viewer): boolean {
  const { measuring } = viewer;
  if (altKey) return false;
  if (!measuring.isUnderWay) {
    const { hand } = viewer.snapshot();
    if (key !== 'Enter' || (hand !== 'length' && hand !== 'angle')) return false;
    measuring.begin(hand);
    return true;
  }
  const [across, down] = arrows[key] ?? [0, 0];
  const far = shiftKey ? smallStep : step;
  if (across !== 0 || down !== 0) measuring.move(across * far, down * far);
  else if (key === 'Enter') measuring.set();
  else if (key === 'Escape') measuring.leave();
  else if (key === 'Delete') measuring.remove();
  else return false;
  return true;
}
