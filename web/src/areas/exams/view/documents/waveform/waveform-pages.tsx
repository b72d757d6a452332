import { ApiError } from '@medcloud/contract/api-client';
import type { ViewerExam } from '@medcloud/contract/shapes/viewing';
import { useQuery } from '@tanstack/react-query';
import { Activity } from 'lucide-react';
import { useState } from 'react';
import { useText } from '../../../../../text/language.tsx';
import { Button } from '../../../../../ui/actions/button.tsx';
import { ErrorState } from '../../../../../ui/feedback/error-state.tsx';
import { SkeletonRows } from '../../../../../ui/feedback/skeleton.tsx';
import {
  listWaveforms,
  loadWaveform,
  type WaveformSource,
} from '../../../../../viewer/documents/waveform/load-waveforms.ts';
import type { PaneSeries } from '../../../../../viewer/loading/series-source.ts';
import type { Viewer } from '../../../../../viewer/viewer.ts';
import { DownloadOriginal, ViewerMessage } from '../../panes/viewer-message.tsx';
import { WaveformPaper } from './waveform-paper.tsx';

interface WaveformPagesProps {
  viewer: Viewer;
  /** The exam of the series. */
  shownExam: ViewerExam;
  series: PaneSeries;
}

function Loading() {
  const t = useText('viewer');
  return (
    <div className="absolute inset-0 p-6">
      <SkeletonRows rows={8} label={t('loading')} />
    </div>
  );
}

/** The reasons for which the server does not send a file's values. */
const rejections = ['not_scanned', 'infected'] as const;

function LoadError({ error, examId, onRetry }: { error: Error; examId: string; onRetry: () => void }) {
  const t = useText('viewer/objects.waveform');
  const document = useText('exams.document');
  const viewer = useText('viewer');
  const rejection = rejections.find((code) => error instanceof ApiError && error.code === code);
  return (
    <ViewerMessage icon={Activity} title={t('cannot')} text={document(rejection ?? 'unreachable')} isLive>
      {rejection !== 'infected' && <Button onClick={onRetry}>{viewer('tryAgain')}</Button>}
      {rejection === undefined && <DownloadOriginal examId={examId} />}
    </ViewerMessage>
  );
}

/** Loads the chosen group of channels. */
function ChosenWaveform({
  sources,
  chosen,
  onChoose,
  unreadableCount,
  shownExam,
  series,
}: Omit<WaveformPagesProps, 'viewer'> & {
  sources: readonly WaveformSource[];
  chosen: WaveformSource;
  onChoose: (source: WaveformSource) => void;
  unreadableCount: number;
}) {
  const { data, error, refetch } = useQuery({
    queryKey: ['waveform', series.examId, chosen.id],
    queryFn: () => loadWaveform(series, chosen),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  if (error) return <LoadError error={error} examId={series.examId} onRetry={() => void refetch()} />;
  if (!data) return <Loading />;
  return <WaveformPaper key={chosen.id} group={data} {...{ sources, chosen, onChoose, unreadableCount, shownExam }} />;
}

/** Shows the waveforms of a series, such as an ECG, as on paper; or why they cannot be shown. */
export function WaveformPages({ viewer, shownExam, series }: WaveformPagesProps) {
  const t = useText('viewer/objects.waveform');
  const viewerText = useText('viewer');
  const [chosenId, setChosenId] = useState<string>();
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: ['waveforms', series.examId, series.seriesUid],
    queryFn: async () => listWaveforms(await viewer.metadataOf(series)),
    gcTime: 0,
  });
  if (error) return <ErrorState title={viewerText('pane.failed')} busy={isFetching} onRetry={() => void refetch()} />;
  if (!data) return <Loading />;
  const { sources, unreadableCount } = data;
  const chosen = sources.find(({ id }) => id === chosenId) ?? sources[0];
  if (!chosen)
    return (
      <ViewerMessage icon={Activity} title={t('cannot')} text={t('unreadable')} isLive>
        <DownloadOriginal examId={series.examId} />
      </ViewerMessage>
    );
  return (
    <ChosenWaveform
      {...{ sources, chosen, unreadableCount, shownExam, series }}
      onChoose={({ id }) => setChosenId(id)}
    />
  );
}
