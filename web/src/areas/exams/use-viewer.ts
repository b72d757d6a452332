import { useEffect, useRef, useState } from 'react';
import type { Viewer } from '../../viewer/viewer.ts';
import type { Stage } from './stage.tsx';

/** The drawing program, as much as all other screens together, and the tools around its pictures: asked for at once, beside the exam itself. */
export const loadViewer = async () => {
  const [{ Viewer }, { Stage }] = await Promise.all([import('../../viewer/viewer.ts'), import('./stage.tsx')]);
  return { Viewer, Stage };
};

export interface OpenedViewer {
  readonly viewer: Viewer;
  readonly Stage: typeof Stage;
}

/** Opens the drawing program for an exam, and closes it with the screen. `null` where it did not start. */
export function useViewer(examId: string, isPhone: boolean, onRefused: () => void): OpenedViewer | null | undefined {
  const [shown, show] = useState<OpenedViewer | null>();
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
      show({ viewer: opened, Stage: program.Stage });
    };
    open().catch((error: unknown) => {
      console.error(error);
      if (!isClosed) show(null);
    });
    return () => {
      isClosed = true;
      opened?.close();
      show(undefined);
    };
  }, [examId, isPhone]);
  return shown;
}
