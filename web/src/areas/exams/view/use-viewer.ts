import type { ViewerSeries } from '@medcloud/contract/shapes/viewing';
import { useEffect, useRef, useState } from 'react';
import { fetchMetadata } from '../../../viewer/loading/fetch-series.ts';
import type { Viewer, ViewerOptions } from '../../../viewer/viewer.ts';
import type { ViewportGrid } from './panes/viewport-grid.tsx';

/** The drawing program, as much as all other screens together, and the tools around its pictures: asked for at once, beside the exam itself. */
export const loadViewer = async () => {
  const [{ Viewer }, { ViewportGrid }] = await Promise.all([
    import('../../../viewer/viewer.ts'),
    import('./panes/viewport-grid.tsx'),
  ]);
  return { Viewer, ViewportGrid };
};

export interface OpenedViewer {
  readonly viewer: Viewer;
  readonly ViewportGrid: typeof ViewportGrid;
}

/** `isPhone` decides at opening what a device has room for: a window that is turned later keeps what stands in it. */
interface ExamToOpen extends Pick<ViewerOptions, 'examId' | 'isPhone' | 'onRefused'> {
  /** What is looked at first. */
  readonly first: ViewerSeries | undefined;
}

/** Its metadata are fetched beside the drawing program, and not after it. */
function prefetchMetadata(examId: string, series: ViewerSeries | undefined): ViewerOptions['prefetched'] {
  if (!series) return undefined;
  const metadata = fetchMetadata({ examId, ...series });
  metadata.catch(() => undefined); // said where the series is shown
  return { series, metadata };
}

/** Opens the drawing program for an exam, and closes it with the screen. `null` where it did not start. */
export function useViewer({ examId, ...options }: ExamToOpen): OpenedViewer | null | undefined {
  const [openedViewer, setOpenedViewer] = useState<OpenedViewer | null>();
  const latest = useRef(options);
  useEffect(() => {
    latest.current = options;
  });
  useEffect(() => {
    let isClosed = false;
    let instance: Viewer | undefined;
    const prefetched = prefetchMetadata(examId, latest.current.first);
    const open = async () => {
      const viewerModule = await loadViewer();
      if (isClosed) return;
      const { isPhone } = latest.current;
      instance = new viewerModule.Viewer({ examId, isPhone, onRefused: () => latest.current.onRefused(), prefetched });
      setOpenedViewer({ viewer: instance, ViewportGrid: viewerModule.ViewportGrid });
    };
    open().catch((error: unknown) => {
      console.error(error);
      if (!isClosed) setOpenedViewer(null);
    });
    return () => {
      isClosed = true;
      instance?.close();
      setOpenedViewer(undefined);
    };
  }, [examId]);
  return openedViewer;
}
