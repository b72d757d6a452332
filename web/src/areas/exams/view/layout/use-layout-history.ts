import { useEffect, useState } from 'react';
import type { Viewer } from '../../../../viewer/viewer.ts';
import { LayoutHistory } from './layout-history.ts';

/** Keeps what the viewer shows in the history entry. Returns the history, which restores it. */
export function useLayoutHistory(viewer: Viewer): LayoutHistory {
  const [history] = useState(() => new LayoutHistory(viewer));
  useEffect(() => history.start(), [history]);
  return history;
}
