import type { ViewerExam } from '@medcloud/contract/shapes/viewing';
import { useEffect, useState } from 'react';
import { type FusionFault, type FusionPair, findFusionPair } from '../../../../viewer/fusion/find-fusion-pair.ts';
import type { PaneSeries } from '../../../../viewer/loading/series-source.ts';
import type { Viewer } from '../../../../viewer/viewer.ts';
import { paneSeriesOf } from '../compare/pane-series.ts';

export type FusionOffer = FusionPair<PaneSeries> | FusionFault | undefined;

const modalities: readonly (string | null)[] = ['CT', 'PT'];
const maxRead = 12; // series

/** Finds the CT and the PET of an exam that lie over each other. Rejects if metadata cannot be read. */
export async function findFusionOffer(viewer: Viewer, examView: ViewerExam): Promise<FusionOffer> {
  const series = paneSeriesOf(examView).filter(({ modality, frames }) => frames > 0 && modalities.includes(modality));
  if (new Set(series.map(({ modality }) => modality)).size < modalities.length) return undefined;
  const read = series.slice(0, maxRead).map(async (one) => ({ series: one, metadata: await viewer.metadataOf(one) }));
  return findFusionPair(await Promise.all(read));
}

/** Returns what can be fused in an exam, or why nothing can, once it is wanted. */
export function useFusionOffer(viewer: Viewer, examView: ViewerExam, isWanted: boolean): FusionOffer {
  const [found, setFound] = useState<{ readonly examId: string; readonly offer: FusionOffer }>();
  const { id } = examView.exam;
  useEffect(() => {
    if (!isWanted) return;
    let isCurrent = true;
    findFusionOffer(viewer, examView).then(
      (offer) => isCurrent && setFound({ examId: examView.exam.id, offer }),
      () => undefined, // the panes show the failure
    );
    return () => {
      isCurrent = false;
    };
  }, [viewer, examView, isWanted]);
  return found?.examId === id ? found.offer : undefined;
}
