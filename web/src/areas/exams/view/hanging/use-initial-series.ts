import type { PreferredLayout } from '@medcloud/contract/shapes/account/viewer-settings';
import type { ViewerExam } from '@medcloud/contract/shapes/viewing';
import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { useViewerSettings } from '../../../../calls/account.ts';
import type { PaneSeries } from '../../../../viewer/loading/series-source.ts';
import type { Viewer } from '../../../../viewer/viewer.ts';
import { findPrior } from '../compare/find-prior.ts';
import { paneSeriesOf } from '../compare/pane-series.ts';
import type { ComparedExam } from '../compare/use-compared-exam.ts';
import type { LayoutHistory } from '../layout/layout-history.ts';
import type { LinkedImage } from '../layout/use-linked-image.ts';
import { useFirstSeries } from '../panes/first-series.ts';
import { arrange, fillPanes, showPage, showPetCt } from './show-hanging.ts';

interface InitialSeriesOptions {
  readonly isPhone: boolean;
  readonly history: LayoutHistory;
  readonly linked: LinkedImage;
  readonly compared: ComparedExam;
}

/** An exam that is opened, and what was chosen for its type. */
interface Opening {
  readonly viewer: Viewer;
  readonly examView: ViewerExam;
  readonly first: PaneSeries;
  readonly preferred: PreferredLayout | undefined;
  readonly compare: ComparedExam['compare'];
}

// their views are hung together, so that none is shown before
const isMammogram = (examView: ViewerExam) => paneSeriesOf(examView).some(({ modality }) => modality === 'MG');

/** Hangs the exam by a protocol or the preferred layout, unless the user chose something else meanwhile. */
async function hangExam({ viewer, examView, first, preferred, compare }: Opening): Promise<void> {
  const hanging = await arrange(viewer, { examView, prior: undefined, first });
  const { layout, panes } = viewer.getSnapshot();
  const shown = panes[0]?.series;
  if (layout !== '1x1' || (shown !== undefined && shown !== first)) return;
  if (hanging?.name === 'mammography') return showPage(viewer, hanging, 0);
  if (!shown) void viewer.show(first, 0);
  if (!preferred && hanging?.name === 'pet-ct') return showPetCt(viewer, hanging);
  if (!preferred) return hanging?.name === 'mr' ? showPage(viewer, hanging, 0) : undefined;
  const prior = preferred.compare ? findPrior(examView) : undefined;
  viewer.setLayout(preferred.layout);
  if (prior) compare(prior.id);
  else fillPanes(viewer, examView);
}

/**
 * Shows what the exam's panes showed before a reload, otherwise its first series at once, and then what its hanging
 * protocol or the layout preferred for its type adds. An image that the URL names is shown by `useShowLinkedImage`.
 */
export function useInitialSeries(viewer: Viewer, examView: ViewerExam, options: InitialSeriesOptions): void {
  const { isPhone, history, linked, compared } = options;
  const first = useFirstSeries(paneSeriesOf(examView));
  const isNamed = useSearchParams()[0].has('series');
  const settings = useViewerSettings();
  const shownIn = useRef<Viewer>(undefined);
  const waiting = useRef(false);
  const { compare, id: comparedId } = compared;
  useEffect(() => {
    if (!first || shownIn.current === viewer || linked.status === 'searching') return;
    shownIn.current = viewer;
    if (history.restore(examView)) return;
    if (linked.status === 'found' && linked.series.examId === examView.exam.id) return;
    waiting.current = !isPhone && !isNamed && comparedId === null;
    if (!waiting.current || !isMammogram(examView)) void viewer.show(first, 0);
  }, [viewer, first, examView, history, linked, isPhone, isNamed, comparedId]);
  useEffect(() => {
    if (!first || !waiting.current || settings.isPending) return;
    waiting.current = false;
    const preferred = settings.data?.layouts.find(({ examType }) => examType === examView.exam.examType);
    void hangExam({ viewer, examView, first, preferred, compare });
  });
}
