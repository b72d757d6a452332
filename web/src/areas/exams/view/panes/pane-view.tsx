import type { ViewerExam } from '@medcloud/contract/shapes/viewing';
import { CircleAlert, FileQuestion, ImageOff, Star } from 'lucide-react';
import { type ReactNode, useCallback } from 'react';
import { classes } from '../../../../lib/classes.ts';
import { lazyComponent } from '../../../../lib/lazy-component.tsx';
import { useText } from '../../../../text/language.tsx';
import { Button } from '../../../../ui/actions/button.tsx';
import type { SliceRelation } from '../../../../viewer/links/slice-link.ts';
import type { KeyboardMeasurementState } from '../../../../viewer/measure/keyboard-measurement.ts';
import type { ExamOverlays } from '../../../../viewer/overlays/exam-overlays.ts';
import type { PaneState } from '../../../../viewer/stack/pane.ts';
import type { Viewer } from '../../../../viewer/viewer.ts';
import { PaneStrip } from '../compare/pane-strip.tsx';
import { MeasuringStatus } from '../keyboard/measuring-status.tsx';
import { isKeyImage } from '../measurements/is-key-image.ts';
import { useMeasurementText } from '../measurements/use-measurement-text.ts';
import { useSeriesName } from '../panels/series-button.tsx';
import { Overlay } from './overlay.tsx';
import { ReferenceLine } from './reference-line.tsx';
import { ScrollTrack } from './scroll-track.tsx';
import { DownloadOriginal, ViewerMessage } from './viewer-message.tsx';

const ReportPages = lazyComponent(async () => (await import('../documents/report-pages.tsx')).ReportPages);
const OverlayLayer = lazyComponent(async () => (await import('../overlays/overlay-layer.tsx')).OverlayLayer);
const WaveformPages = lazyComponent(
  async () => (await import('../documents/waveform/waveform-pages.tsx')).WaveformPages,
);
const DocumentPages = lazyComponent(async () => (await import('../documents/document-pages.tsx')).DocumentPages);

interface PaneViewProps {
  /** The exam that was opened. */
  examView: ViewerExam;
  /** The exam that this pane shows. */
  shownExam: ViewerExam;
  viewer: Viewer;
  paneIndex: number;
  pane: PaneState;
  isActive: boolean;
  /** The layout has several panes, so this one shows whether the tools act on it. */
  isOneOfMany: boolean;
  /** The measurement that the keyboard makes. */
  measuring: KeyboardMeasurementState | undefined;
  /** How the pane's slices follow the active pane's. */
  relation: SliceRelation | undefined;
  /** The active pane, if it is another one. */
  leading: PaneState | undefined;
  /** Drawn over the image, once their list was opened. */
  overlays: ExamOverlays | undefined;
  /** What covers the pane while a series is placed. */
  cover: ReactNode;
}

/** Shows why there is no image, with a retry or the download of the original. */
function PaneMessage({
  viewer,
  paneIndex,
  pane,
  shownExam,
}: Pick<PaneViewProps, 'viewer' | 'paneIndex' | 'pane' | 'shownExam'>) {
  const t = useText('viewer');
  const examId = shownExam.exam.id;
  const retryButton = (
    <Button variant="primary" onClick={() => void viewer.retry(paneIndex)}>
      {t('tryAgain')}
    </Button>
  );
  if (pane.phase === 'other' && pane.other === 'document' && pane.series)
    return <DocumentPages key={pane.series.seriesUid} examId={examId} series={pane.series} />;
  if (pane.phase === 'other' && pane.other === 'report' && pane.series)
    return <ReportPages key={pane.series.seriesUid} {...{ viewer, paneIndex, examId }} />;
  if (pane.phase === 'other' && pane.other === 'waveform' && pane.series)
    return <WaveformPages key={pane.series.seriesUid} series={pane.series} {...{ viewer, shownExam }} />;
  if (pane.phase === 'other' && pane.other)
    return (
      <ViewerMessage icon={FileQuestion} title={t('other.title')} text={t(`other.${pane.other}`)} isLive>
        <DownloadOriginal examId={examId} />
      </ViewerMessage>
    );
  if (pane.phase === 'failed')
    return (
      <ViewerMessage icon={CircleAlert} title={t('pane.failed')} text={t('pane.failedText')} isLive>
        {retryButton}
      </ViewerMessage>
    );
  if (pane.fault === 'unreachable')
    return (
      <ViewerMessage
        icon={CircleAlert}
        title={t('pane.unreachable')}
        text={t('pane.unreachableText')}
        isLive
        isCovering
      >
        {retryButton}
      </ViewerMessage>
    );
  if (pane.fault)
    return (
      <ViewerMessage icon={ImageOff} title={t('pane.undecodable')} text={t(`pane.${pane.fault}Text`)} isLive isCovering>
        <DownloadOriginal examId={examId} />
      </ViewerMessage>
    );
  return null;
}

/** Stands on an image that the caller marked. */
function KeyImageMark() {
  const t = useText('viewer');
  return (
    <p className="pointer-events-none absolute top-10 left-1/2 flex -translate-x-1/2 items-center gap-1.5 rounded-badge bg-v-field/70 px-2 py-0.5 text-small text-v-measure">
      <Star size={14} fill="currentColor" aria-hidden="true" />
      {t('tools.keyImage')}
    </p>
  );
}

/** Shows one pane: the image, its overlay in the corners, and its position in the series. */
export function PaneView(props: PaneViewProps) {
  const { examView, shownExam, viewer, paneIndex, pane, isActive, isOneOfMany, measuring, relation, leading, cover } =
    props;
  const { overlays } = props;
  const examId = shownExam.exam.id;
  const hasStrip = pane.series !== undefined && (isOneOfMany || examId !== examView.exam.id);
  const t = useText('viewer');
  const nameOf = useSeriesName();
  const { mainValueOf } = useMeasurementText();
  const isDrawn = pane.phase === 'image' && pane.displayedImageId === pane.frames[pane.index]?.imageId && !pane.fault;
  const attach = useCallback((element: HTMLDivElement) => viewer.attach(paneIndex, element), [viewer, paneIndex]);
  return (
    <section
      aria-label={t('pane.label', { number: String(paneIndex + 1) })}
      data-pane={paneIndex}
      data-exam={examId}
      data-series={pane.series?.seriesUid}
      data-instance={pane.frames[pane.index]?.instanceUid}
      data-phase={pane.phase}
      data-fault={pane.fault}
      data-drawn={isDrawn}
      data-settled={isDrawn || pane.fault !== undefined || pane.phase === 'other' || pane.phase === 'failed'}
      onPointerDownCapture={() => viewer.choose(paneIndex)}
      onFocusCapture={() => viewer.choose(paneIndex)}
      className={classes(
        'relative min-h-0 min-w-0 overflow-hidden bg-v-field',
        isOneOfMany && isActive && 'outline-[1.5px] -outline-offset-1 outline-v-active',
      )}
    >
      <div
        ref={attach}
        tabIndex={-1}
        className={classes(
          'absolute inset-x-0 bottom-0 touch-none focus-visible:outline-[1.5px] focus-visible:-outline-offset-1 focus-visible:outline-v-active',
          hasStrip ? 'top-7' : 'top-0',
        )}
        onContextMenu={(event) => event.preventDefault()}
        role="img"
        aria-label={pane.series ? nameOf(pane.series) : t('pane.choose')}
      />
      {/* until its own image is there, a pane must not show the last one's */}
      {pane.phase !== 'empty' && pane.displayedImageId === undefined && !pane.fault && (
        <div aria-hidden="true" className="absolute inset-0 bg-v-field" />
      )}
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
      {pane.phase === 'image' && (
        <div className={classes('pointer-events-none absolute inset-x-0 bottom-0', hasStrip ? 'top-7' : 'top-0')}>
          {isDrawn && overlays && <OverlayLayer {...{ overlays, viewer, paneIndex, pane }} />}
          {isDrawn && <ReferenceLine {...{ viewer, paneIndex, pane, leading }} />}
          <Overlay examType={shownExam.exam.examType} pane={pane} isOneOfMany={isOneOfMany} />
        </div>
      )}
      {isDrawn && isKeyImage(viewer, pane) && <KeyImageMark />}
      {hasStrip && <PaneStrip shown={shownExam} opened={examView} relation={relation} />}
      <div
        className={classes(
          'pointer-events-none absolute inset-x-0 bottom-0 *:pointer-events-auto',
          hasStrip ? 'top-7' : 'top-0',
        )}
      >
        <PaneMessage {...{ viewer, paneIndex, pane, shownExam }} />
      </div>
      {isActive && <MeasuringStatus measuring={measuring} value={mainValueOf(measuring?.stats)} />}
      {pane.frames.length > 1 && <ScrollTrack viewer={viewer} paneIndex={paneIndex} pane={pane} />}
      {cover}
    </section>
  );
}
