import { useEffect, useRef, useState } from 'react';
import { fetchMetadata } from '../../../viewer/loading/fetch-series.ts';
import type { PaneSeries } from '../../../viewer/loading/series-source.ts';
import type { Viewer, ViewerOptions } from '../../../viewer/viewer.ts';
import type { ViewportGrid } from './panes/viewport-grid.tsx';

/**
 * Loads the viewer and its tools, in parallel with the exam, because they are as large as all other screens together.
 */
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

/** `isPhone` and `isSaved` are read when the exam is opened. Turning the device later keeps the layout. */
interface ExamToOpen extends Pick<ViewerOptions, 'isPhone' | 'isSaved' | 'onRefused'> {
  /** The series shown first. */
  readonly first: PaneSeries | undefined;
}

/** Starts loading the metadata in parallel with the viewer. */
function prefetchMetadata(series: PaneSeries | undefined): ViewerOptions['prefetched'] {
  if (!series) return undefined;
  const metadata = fetchMetadata(series);
  metadata.catch(() => undefined); // shown in the pane of the series
  return { series, metadata };
}

/** Opens the viewer and closes it with the screen, which is another one for each exam. Returns `null` if it could not start. */
export function useViewer(options: ExamToOpen): OpenedViewer | null | undefined {
  const [openedViewer, setOpenedViewer] = useState<OpenedViewer | null>();
  const latest = useRef(options);
  useEffect(() => {
    latest.current = options;
  });
  useEffect(() => {
    let isClosed = false;
    let instance: Viewer | undefined;
    const prefetched = prefetchMetadata(latest.current.first);
    const open = async () => {
      const viewerModule = await loadViewer();
      if (isClosed) return;
      const { isPhone, isSaved } = latest.current;
      instance = new viewerModule.Viewer({
        isPhone,
        isSaved,
        onRefused: (refused) => latest.current.onRefused(refused),
        prefetched,
      });
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
  }, []);
  return openedViewer;
}
