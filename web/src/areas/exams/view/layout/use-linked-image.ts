import type { ViewerExam } from '@medcloud/contract/shapes/viewing';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { type ImageLink, parseImageLink } from '../../../../viewer/image-link.ts';
import { findSeriesOf } from '../../../../viewer/loading/fetch-series.ts';
import type { PaneSeries } from '../../../../viewer/loading/series-source.ts';
import type { StartImage } from '../../../../viewer/panes.ts';
import type { Viewer } from '../../../../viewer/viewer.ts';
import { paneSeriesOf } from '../compare/pane-series.ts';
import type { ComparedExam } from '../compare/use-compared-exam.ts';

/** An image named by the URL's fragment: not named, still searched, in one of the exams, or in none. */
export type LinkedImage =
  | { readonly status: 'none' | 'searching' | 'missing' }
  | { readonly status: 'found'; readonly series: PaneSeries; readonly start: StartImage };

/** Searches an exam for the series of an instance: undefined meanwhile, null if it is not there or not readable. */
function useSeriesOf(examView: ViewerExam | undefined, sop: string | undefined): PaneSeries | null | undefined {
  const examId = examView?.exam.id;
  const isWanted = examId !== undefined && sop !== undefined;
  const { data, isError } = useQuery({
    queryKey: ['series-of-instance', examId, sop],
    queryFn: () => findSeriesOf(examId ?? '', sop ?? ''),
    enabled: isWanted,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  if (!isWanted || data === null || isError) return null;
  if (data === undefined) return undefined;
  const isSame = (one: PaneSeries) => one.studyUid === data.studyUid && one.seriesUid === data.seriesUid;
  return (examView && paneSeriesOf(examView).find(isSame)) ?? null;
}

const startOf = ({ sop, frame, window }: ImageLink): StartImage => ({
  instanceUid: sop,
  frame,
  view: window && { window },
});

/**
 * Returns the image that the URL names, in the opened exam or else in the compared one. `isRestored`: the panes show
 * what they showed before a reload, so the image that the URL named then is not opened again.
 */
export function useLinkedImage(examView: ViewerExam, compared: ComparedExam, isRestored: boolean): LinkedImage {
  const { hash } = useLocation();
  const [firstHash] = useState(hash);
  const link = isRestored && hash === firstHash ? null : parseImageLink(hash);
  const own = useSeriesOf(examView, link?.sop);
  const other = useSeriesOf(own === null ? compared.examView : undefined, link?.sop);
  if (link === null) return { status: 'none' };
  const series = own ?? other;
  if (series) return { status: 'found', series, start: startOf(link) };
  const isOtherLoading = compared.id !== null && !compared.examView && !compared.isRefused && !compared.hasFailed;
  return { status: own === undefined || other === undefined || isOtherLoading ? 'searching' : 'missing' };
}

/** Shows the image that the URL names, in the pane of its exam. */
export function useShowLinkedImage(viewer: Viewer, linked: LinkedImage): void {
  const key = linked.status === 'found' ? `${linked.series.seriesUid} ${JSON.stringify(linked.start)}` : undefined;
  const shown = useRef<string>(undefined);
  useEffect(() => {
    if (linked.status !== 'found' || key === shown.current) return;
    shown.current = key;
    const { panes, active } = viewer.getSnapshot();
    const own = panes.findIndex(({ series }) => series?.examId === linked.series.examId);
    const paneIndex = own >= 0 ? own : active;
    viewer.choose(paneIndex); // its window is the one that linked panes follow
    void viewer.show(linked.series, paneIndex, linked.start);
  }, [viewer, linked, key]);
}
