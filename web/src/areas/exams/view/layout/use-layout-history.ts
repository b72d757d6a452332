import { useEffect, useState } from 'react';
import type { Viewer } from '../../../../viewer/viewer.ts';
import { useTrial } from '../trial.ts';
import { LayoutHistory } from './layout-history.ts';

/** Keeps what the viewer shows in the history entry, except in the trial. Returns the history, which restores it. */
export function useLayoutHistory(viewer: Viewer): LayoutHistory {
  const [history] = useState(() => new LayoutHistory(viewer));
  const isStored = useTrial() === null;
  useEffect(() => (isStored ? history.start() : undefined), [history, isStored]);
  return history;
}
