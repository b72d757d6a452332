import { useSyncExternalStore } from 'react';
import type { Viewer, ViewerState } from '../../../viewer/viewer.ts';

/** What the viewer shows now. */
export function useViewerState(viewer: Viewer): ViewerState {
  return useSyncExternalStore(viewer.subscribe, viewer.getSnapshot);
}
