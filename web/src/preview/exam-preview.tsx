import { PortalError } from '@medcloud/contract/caller';
import type { ExamToView } from '@medcloud/contract/shapes/viewing';
import type { ReactNode } from 'react';
import { CallFailed } from '../calls/client/call-failed.tsx';
import { useExamToOpen } from '../calls/exams.ts';
import { patientName } from '../lib/names.ts';
import { useFormat } from '../text/format.ts';
import { useText, useUiText } from '../text/language.tsx';
import { previewText } from '../text/preview.ts';
import { Button } from '../ui/actions/button.tsx';
import { Seal, SealCheck } from '../ui/data/seal.tsx';
import { Note } from '../ui/feedback/note.tsx';
import { Dialog } from '../ui/overlays/dialog.tsx';
import { LeftOutNote } from './left-out.tsx';
import { PreviewActs } from './preview-acts.tsx';
import { SeriesTiles, TilesLoading } from './series-tiles.tsx';
import { imagesOf } from './studies.ts';

interface ExamPreviewProps {
  examId: string;
  /** Below the title: that it is the latest of several, for instance. */
  note?: ReactNode;
  /** Leads to everything known of the exam; closes the preview. */
  onDetails?: (() => void) | undefined;
  onClose: () => void;
}

/** What there is to see: pictures, or why there are none yet or ever. */
function Pictures({ opened: { exam, series, leftOut } }: { opened: ExamToView }) {
  const t = useText(previewText);
  if (exam.viewingFault)
    return (
      <Note tone="warning" title={t('unviewable')}>
        {t(`unviewableText.${exam.viewingFault}`)}
      </Note>
    );
  if (!exam.viewable)
    return (
      <Note live="status" title={t('preparing')}>
        {t('preparingText')}
      </Note>
    );
  return (
    <>
      <p className="mb-3 text-small text-ink-muted figures">
        {t('counts', { series: series.length, images: imagesOf(series) })}
      </p>
      <LeftOutNote leftOut={leftOut} />
      <SeriesTiles examId={exam.id} series={series} />
    </>
  );
}

function Opened({ opened, onDetails }: { opened: ExamToView; onDetails: (() => void) | undefined }) {
  const t = useText(previewText);
  const format = useFormat();
  const { exam } = opened;
  return (
    <>
      <p className="mt-3 text-small text-ink-muted figures">
        <bdi className="wrap-anywhere">{exam.fileName}</bdi> · {format.size(exam.fileSize)}
      </p>
      <div className="-mx-2 mt-3 max-h-[46dvh] overflow-y-auto overscroll-contain px-2 py-1">
        <Pictures opened={opened} />
      </div>
      <div className="mt-4 border-t border-line pt-3">
        <Seal sha256={exam.sha256} />
        <SealCheck />
      </div>
      <div className="mt-4 flex flex-wrap items-center justify-end gap-2">
        {onDetails && (
          <Button variant="ghost" onClick={onDetails} className="mr-auto">
            {t('details')}
          </Button>
        )}
        <PreviewActs opened={opened} />
      </div>
    </>
  );
}

/** It could not be had: gone, refused, or the portal did not answer. */
function Missing({ call }: { call: ReturnType<typeof useExamToOpen> }) {
  const t = useText(previewText);
  if (isFinal(call.error)) return <Note title={t('gone')}>{t('goneText')}</Note>;
  return <CallFailed title={t('examFailed')} call={call} />;
}

function isFinal(error: Error | null): boolean {
  return error instanceof PortalError && (error.status === 403 || error.status === 404);
}

/** A look at an exam before it is opened: its series as small pictures, its seal, its files; no line of the viewer. */
export function ExamPreview({ examId, note, onDetails, onClose }: ExamPreviewProps) {
  const t = useText(previewText);
  const ui = useUiText();
  const format = useFormat();
  const call = useExamToOpen(examId);
  // a live refusal counts for more than what was shown before it
  const opened = isFinal(call.error) ? undefined : call.data;
  const title = opened
    ? t('title', { type: ui(`examType.${opened.exam.examType}`), day: format.day(opened.exam.examDate) })
    : t('loadingTitle');
  return (
    <Dialog
      open
      wide
      cross
      onClose={onClose}
      title={title}
      text={
        opened && (
          <>
            {patientName(opened.patient)} · {opened.medicalCenter.name}
          </>
        )
      }
    >
      {note}
      {opened ? (
        <Opened opened={opened} onDetails={onDetails} />
      ) : (
        <div className="mt-4">{call.error ? <Missing call={call} /> : <TilesLoading />}</div>
      )}
    </Dialog>
  );
}
