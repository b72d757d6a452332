import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { Viewer, ViewerState } from '../../viewer/viewer.ts';

/** The drawing program, as much as all other screens together: asked for at once, beside the exam itself. */
export const loadViewer = () => import('../../viewer/viewer.ts');

/** Opens the drawing program for an exam, and closes it with the screen. `null` where it did not start. */
export function useViewer(examId: string, isPhone: boolean, onRefused: () => void): Viewer | null | undefined {
  const [viewer, setViewer] = useState<Viewer | null>();
  const refused = useRef(onRefused);
  useEffect(() => {
    refused.current = onRefused;
  });
  useEffect(() => {
    let isClosed = false;
    let opened: Viewer | undefined;
    const open = async () => {
      const program = await loadViewer();
      if (isClosed) return;
      opened = new program.Viewer({ examId, isPhone, onRefused: () => refused.current() });
      setViewer(opened);
    };
    open().catch((error: unknown) => {
      console.error(error);
      if (!isClosed) setViewer(null);
    });
    return () => {
      isClosed = true;
      opened?.close();
      setViewer(undefined);
    };
  }, [examId, isPhone]);
  return viewer;
}

/** What the viewer shows now. */
export function useViewerState(viewer: Viewer): ViewerState {
  return useSyncExternalStore(viewer.subscribe, viewer.snapshot);
}
