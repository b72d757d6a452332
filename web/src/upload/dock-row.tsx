import { screens } from '@medcloud/contract/screens';
import {
  CircleAlert,
  CircleCheck,
  CirclePause,
  Clock,
  type LucideIcon,
  Pause,
  Play,
  RotateCw,
  Upload as UploadIcon,
  X,
} from 'lucide-react';
import { Link } from 'react-router';
import { errorMessageOf } from '../calls/client/use-api-query.ts';
import { classes } from '../lib/classes.ts';
import { useFormat } from '../text/format.ts';
import { useText, useUiText } from '../text/language.tsx';
import { useErrorMessage } from '../text/use-error-message.ts';
import { Button } from '../ui/actions/button.tsx';
import { IconButton } from '../ui/actions/icon-button.tsx';
import { FileHash } from '../ui/data/file-hash.tsx';
import { TwoLines } from '../ui/data/two-lines.tsx';
import { Progress, TransferFacts } from '../ui/feedback/progress.tsx';
import { pickWithInput } from './preflight/pick-with-input.ts';
import { isInProgress, type Upload, type UploadStage } from './queue.ts';
import { bytesPerSecond, sentBytes } from './transfer-rate.ts';
import { useUploads } from './upload-provider.tsx';

const stageStyles = {
  waiting: [Clock, 'text-ink-muted'],
  sending: [UploadIcon, 'text-primary'],
  completing: [UploadIcon, 'text-primary'],
  paused: [CirclePause, 'text-ink-muted'],
  interrupted: [CircleAlert, 'text-warning-text'],
  completed: [CircleCheck, 'text-success'],
  failed: [CircleAlert, 'text-danger-text'],
} as const satisfies Record<UploadStage['name'], readonly [LucideIcon, string]>;

function sentBytesOf(stage: UploadStage, size: number): number {
  if (stage.name === 'completing') return size;
  if (stage.name === 'paused') return stage.sentBytes;
  return stage.name === 'sending' ? sentBytes(stage.transferRate) : 0;
}

/** A failed or interrupted upload shows only its message, over the full width. */
const hasProgressCell = ({ stage }: Upload) => stage.name !== 'failed' && stage.name !== 'interrupted';

/** The middle cell: a progress bar during the transfer, the file hash at the end. */
function ProgressCell({ upload }: { upload: Upload }) {
  const t = useText('upload.dock');
  const { stage, file } = upload;
  if (stage.name === 'completed') return <FileHash sha256={stage.sha256} />;
  const sentSoFar = sentBytesOf(stage, file.size);
  return <Progress isThick label={t('progress', { file: file.name })} done={sentSoFar} total={file.size} />;
}

/** Returns the message key that explains why the upload stopped after a reload and how to resume it. */
function interruptionMessage({ stage, reopen }: Upload) {
  if (stage.name === 'interrupted' && stage.isReading) return 'readingAgain';
  if (stage.name === 'interrupted' && stage.isDifferentFile) return 'otherFile';
  return reopen ? 'interruptedHere' : 'interrupted';
}

const selectionOf = ({ repack }: Upload) => ({ what: repack?.selectionKind ?? 'file' });

/**
 * Resumes an upload that a reload interrupted: at once with a file handle, otherwise after its files are selected
 * again.
 */
function ResumeButton({ upload }: { upload: Upload }) {
  const t = useText('upload.dock');
  const uploads = useUploads();
  const { stage, reopen } = upload;
  const name = { file: upload.file.name };
  if (stage.name !== 'interrupted' || stage.isReading) return null;
  if (reopen)
    return (
      <Button size="small" icon={Play} onClick={() => void uploads.reopen(upload.id)} aria-label={t('resume', name)}>
        {t('continueUpload')}
      </Button>
    );
  const { what } = selectionOf(upload);
  return (
    <Button
      size="small"
      onClick={() => pickWithInput(what, (selected) => void uploads.resumeWithFiles(upload.id, selected))}
      aria-label={t('chooseAgainOf', { ...name, what })}
    >
      {t('chooseAgain', { what })}
    </Button>
  );
}

/** The upload's status as text: progress, rate or error. */
function StatusText({ upload }: { upload: Upload }) {
  const { stage, file } = upload;
  const t = useText('upload.dock');
  const tUpload = useText('frame.uploads');
  const ui = useUiText();
  const format = useFormat();
  const errorMessage = useErrorMessage();
  switch (stage.name) {
    case 'waiting':
      return <span className="text-ink-muted">{t('waiting')}</span>;
    case 'paused':
      return (
        <span className="text-ink-muted figures">
          {t('paused')} · <TransferFacts done={stage.sentBytes} total={file.size} />
        </span>
      );
    case 'interrupted':
      return <span className="text-warning-text">{t(interruptionMessage(upload), selectionOf(upload))}</span>;
    case 'sending':
      if (stage.retryWait?.reason === 'turn') return <span className="text-ink-muted">{t('waiting')}</span>;
      if (stage.retryWait) return <span className="text-warning-text">{t('waitsForConnection')}</span>;
      return (
        <TransferFacts
          done={sentBytes(stage.transferRate)}
          total={file.size}
          bytesPerSecond={bytesPerSecond(stage.transferRate)}
        />
      );
    case 'completing':
      return <span className="text-ink-muted">{t('saving')}</span>;
    case 'completed':
      return (
        <span className="text-ink-muted figures">
          <span className="font-strong text-success-text">{ui('status.completed')}</span>
          {' · '}
          {t('done', { size: format.megabytes(file.size), seconds: Math.max(1, Math.round(stage.tookMs / 1000)) })}
        </span>
      );
    case 'failed':
      return (
        <span className="text-danger-text">
          {errorMessage(errorMessageOf(stage.error)) ?? tUpload('toast.failedText')}
        </span>
      );
  }
}

function RowActions({ upload }: { upload: Upload }) {
  const t = useText('upload.dock');
  const ui = useUiText();
  const uploads = useUploads();
  const name = { file: upload.file.name };
  return (
    <span className="flex items-center justify-end gap-1">
      {upload.stage.name === 'failed' && (
        <Button size="small" icon={RotateCw} onClick={() => uploads.retry(upload.id)} aria-label={t('retryOf', name)}>
          {ui('action.retry')}
        </Button>
      )}
      {upload.stage.name === 'sending' && upload.stage.retryWait && (
        <Button size="small" onClick={upload.stage.retryWait.tryNow} aria-label={t('tryNowOf', name)}>
          {t('tryNow')}
        </Button>
      )}
      {upload.stage.name === 'sending' && (
        <IconButton icon={Pause} label={t('pause', name)} onClick={() => uploads.pause(upload.id)} />
      )}
      {upload.stage.name === 'paused' && (
        <IconButton icon={Play} label={t('resume', name)} onClick={() => uploads.resume(upload.id)} />
      )}
      <ResumeButton upload={upload} />
      {upload.stage.name === 'completed' && (
        <Button asChild size="small">
          <Link
            to={`${screens.centerHistory}?${new URLSearchParams({ exam: upload.stage.examId })}`}
            aria-label={t('viewOf', name)}
          >
            {ui('action.view')}
          </Link>
        </Button>
      )}
      <IconButton
        icon={X}
        label={isInProgress(upload) ? t('cancel', name) : t('dismiss', name)}
        onClick={() => uploads.remove(upload.id)}
        className="-mr-2 max-md:-mr-3"
      />
    </span>
  );
}

/** One upload: 58 px high; below 768 px the bar is below its text. */
export function DockRow({ upload }: { upload: Upload }) {
  const t = useText('upload.dock');
  const ui = useUiText();
  const [Icon, color] = stageStyles[upload.stage.name];
  const description = t('of', { patient: upload.patientName, examType: ui(`examType.${upload.fields.examType}`) });
  return (
    <li className="grid min-h-[58px] grid-cols-[1.5rem_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1 px-4 py-2 md:grid-cols-[1.5rem_minmax(5rem,12rem)_minmax(13rem,1fr)_minmax(6.5rem,17rem)_auto] md:px-6 lg:px-8 xl:grid-cols-[1.5rem_18.75rem_minmax(4rem,1fr)_18.75rem_minmax(5rem,auto)]">
      <Icon size={18} className={color} />
      <TwoLines first={<bdi title={upload.file.name}>{upload.file.name}</bdi>} second={description} />
      {hasProgressCell(upload) && (
        <span className="min-w-0 max-md:col-span-3 max-md:row-start-2">
          <ProgressCell upload={upload} />
        </span>
      )}
      <span
        className={classes(
          !hasProgressCell(upload) && 'md:col-span-2',
          'min-w-0 text-small max-md:col-span-3 max-md:row-start-3 md:text-body [&_*]:text-[length:inherit]',
        )}
      >
        <StatusText upload={upload} />
      </span>
      <span className="max-md:col-start-3 max-md:row-start-1">
        <RowActions upload={upload} />
      </span>
    </li>
  );
}
