import { measuredKinds } from '../../../../viewer/hands.ts';
import type { Viewer } from '../../../../viewer/viewer.ts';
import { arrows, type Pressed } from '../steps.ts';

const step = 8; // CSS pixels
const smallStep = 1;

/** With a measuring tool in hand Enter begins one; then arrows move, with Shift by single pixels, Enter sets, Escape goes back. */
export function pressMeasuringKey({ key, shiftKey, altKey }: Pressed, viewer: Viewer): boolean {
  const { measuring } = viewer;
  if (altKey) return false;
  if (!measuring.isUnderWay) {
    const { hand } = viewer.snapshot();
    const kind = measuredKinds.find((one) => one === hand);
    if (key !== 'Enter' || !kind) return false;
    measuring.begin(kind);
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
