import type { ExamToView } from '@medcloud/contract/shapes/viewing';
import { CircleAlert, FileQuestion, ImageOff } from 'lucide-react';
import { useCallback } from 'react';
import { classes } from '../../../../lib/classes.ts';
import { useText } from '../../../../text/language.tsx';
import { viewerText } from '../../../../text/viewer.ts';
import { Button } from '../../../../ui/actions/button.tsx';
import { later } from '../../../../ui/feedback/later.tsx';
import type { KeyMeasuringState } from '../../../../viewer/measure/key-measuring.ts';
import type { PaneState } from '../../../../viewer/stack/pane.ts';
import type { Viewer } from '../../../../viewer/viewer.ts';
import { MeasuringSaid } from '../keyboard/measuring-said.tsx';
import { useSeriesName } from '../panels/series-rail.tsx';
import { DownloadInstead, PlainSentence } from './nothing-to-show.tsx';
import { Overlay } from './overlay.tsx';
import { ScrollTrack } from './scroll-track.tsx';

const ReportPages = later(async () => (await import('../documents/report-pages.tsx')).ReportPages);
const DocumentPages = later(async () => (await import('../documents/document-pages.tsx')).DocumentPages);

interface PaneViewProps {
  opened: ExamToView;
  viewer: Viewer;
  place: number;
  pane: PaneState;
  isActive: boolean;
  /** One of several: it shows which of them the tools act on. */
  isOneOfMany: boolean;
  /** What the keyboard measures here. */
  measuring: KeyMeasuringState | undefined;
}

/** Why there is no picture: in plain words, with the original to download. */
function NoPicture({
  viewer,
  place,
  pane,
  examId,
}: {
  viewer: Viewer;
  place: number;
  pane: PaneState;
  examId: string;
}) {
  const t = useText(viewerText);
  const again = (
    <Button variant="primary" onClick={() => void viewer.tryAgain(place)}>
      {t('tryAgain')}
    </Button>
  );
  if (pane.phase === 'other' && pane.other === 'document' && pane.series)
    return <DocumentPages key={pane.series.seriesUid} examId={examId} series={pane.series} />;
  if (pane.phase === 'other' && pane.other === 'report' && pane.series)
    return <ReportPages key={pane.series.seriesUid} {...{ viewer, place, examId }} />;
  if (pane.phase === 'other' && pane.other)
    return (
      <PlainSentence icon={FileQuestion} title={t('other.title')} text={t(`other.${pane.other}`)} live>
        <DownloadInstead examId={examId} />
      </PlainSentence>
    );
  if (pane.phase === 'failed')
    return (
      <PlainSentence icon={CircleAlert} title={t('pane.failed')} text={t('pane.failedText')} live>
        {again}
      </PlainSentence>
    );
  if (pane.fault === 'unreachable')
    return (
      <PlainSentence icon={CircleAlert} title={t('pane.unreachable')} text={t('pane.unreachableText')} live covers>
        {again}
      </PlainSentence>
    );
  if (pane.fault)
    return (
      <PlainSentence icon={ImageOff} title={t('pane.undecodable')} text={t(`pane.${pane.fault}Text`)} live covers>
        <DownloadInstead examId={examId} />
      </PlainSentence>
    );
  return null;
}

/** One place for pictures: the picture, what is known of it in the corners, where in the series one is. */
export function PaneView({ opened, viewer, place, pane, isActive, isOneOfMany, measuring }: PaneViewProps) {
  const t = useText(viewerText);
  const nameOf = useSeriesName();
  const isDrawn = pane.phase === 'picture' && pane.drawn === pane.frames[pane.index]?.imageId && !pane.fault;
  const attach = useCallback((element: HTMLDivElement) => viewer.attach(place, element), [viewer, place]);
  return (
    <section
      aria-label={t('pane.label', { number: String(place + 1) })}
      data-exam={opened.exam.id}
      data-series={pane.series?.seriesUid}
      data-instance={pane.frames[pane.index]?.instanceUid}
      data-phase={pane.phase}
      data-fault={pane.fault}
      data-drawn={isDrawn}
      data-settled={isDrawn || pane.fault !== undefined || pane.phase === 'other' || pane.phase === 'failed'}
      onPointerDownCapture={() => viewer.choose(place)}
      onFocusCapture={() => viewer.choose(place)}
      className={classes(
        'relative min-h-0 min-w-0 overflow-hidden bg-v-field',
        isOneOfMany && isActive && 'outline-[1.5px] -outline-offset-1 outline-v-active',
      )}
    >
      <div
        ref={attach}
        tabIndex={-1}
        className="absolute inset-0 touch-none focus-visible:outline-[1.5px] focus-visible:-outline-offset-1 focus-visible:outline-v-active"
        onContextMenu={(event) => event.preventDefault()}
        role="img"
        aria-label={pane.series ? nameOf(pane.series) : t('pane.choose')}
      />
      {pane.phase === 'loading' && pane.series && (
        <p role="status" className="absolute inset-0 grid place-items-center text-body text-v-muted">
          {t('pane.loading', { series: nameOf(pane.series) })}
        </p>
      )}
      {pane.phase === 'empty' && (
        <p className="pointer-events-none absolute inset-0 grid place-items-center text-body text-v-muted">
          {t('pane.choose')}
        </p>
      )}
      {pane.phase === 'picture' && <Overlay examType={opened.exam.examType} pane={pane} isOneOfMany={isOneOfMany} />}
      <NoPicture viewer={viewer} place={place} pane={pane} examId={opened.exam.id} />
      {isActive && <MeasuringSaid measuring={measuring} />}
      {pane.frames.length > 1 && <ScrollTrack viewer={viewer} place={place} pane={pane} />}
    </section>
  );
}
