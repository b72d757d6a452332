import type { SeriesToView } from '@medcloud/contract/shapes/viewing';
import { useEffect, useRef, useState } from 'react';
import { fetchMetadata } from '../../../viewer/loading/fetch-series.ts';
import type { Viewer, ViewerOptions } from '../../../viewer/viewer.ts';
import type { Stage } from './panes/stage.tsx';

/** The drawing program, as much as all other screens together, and the tools around its pictures: asked for at once, beside the exam itself. */
export const loadViewer = async () => {
  const [{ Viewer }, { Stage }] = await Promise.all([import('../../../viewer/viewer.ts'), import('./panes/stage.tsx')]);
  return { Viewer, Stage };
};

export interface OpenedViewer {
  readonly viewer: Viewer;
  readonly Stage: typeof Stage;
}

/** `isPhone` decides at opening what a device has room for: a window that is turned later keeps what stands in it. */
interface ExamToOpen extends Pick<ViewerOptions, 'examId' | 'isPhone' | 'onRefused'> {
  /** What is looked at first. */
  readonly first: SeriesToView | undefined;
}

/** Its metadata are fetched beside the drawing program, and not after it. */
function fetchAhead(examId: string, series: SeriesToView | undefined): ViewerOptions['ahead'] {
  if (!series) return undefined;
  const metadata = fetchMetadata({ examId, ...series });
  metadata.catch(() => undefined); // said where the series is shown
  return { series, metadata };
}

/** Opens the drawing program for an exam, and closes it with the screen. `null` where it did not start. */
export function useViewer({ examId, ...more }: ExamToOpen): OpenedViewer | null | undefined {
  const [shown, show] = useState<OpenedViewer | null>();
  const now = useRef(more);
  useEffect(() => {
    now.current = more;
  });
  useEffect(() => {
    let isClosed = false;
    let opened: Viewer | undefined;
    const ahead = fetchAhead(examId, now.current.first);
    const open = async () => {
      const program = await loadViewer();
      if (isClosed) return;
      const { isPhone } = now.current;
      opened = new program.Viewer({ examId, isPhone, onRefused: () => now.current.onRefused(), ahead });
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
  }, [examId]);
  return shown;
}
