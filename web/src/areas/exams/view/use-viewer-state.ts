import { useSyncExternalStore } from 'react';
import type { Viewer, ViewerState } from '../../../viewer/viewer.ts';

/** Returns the viewer's current state. */
export function useViewerState(viewer: Viewer): ViewerState {
  return useSyncExternalStore(viewer.subscribe, viewer.getSnapshot);
}
