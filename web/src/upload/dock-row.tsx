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
import { sentenceOf } from '../calls/client/use-call.ts';
import { classes } from '../lib/classes.ts';
import { useFormat } from '../text/format.ts';
import { useText, useUiText } from '../text/language.tsx';
import { useSentence } from '../text/sentences.ts';
import { uploadText } from '../text/upload.ts';
import { uploadDockText } from '../text/upload-dock.ts';
import { Button } from '../ui/actions/button.tsx';
import { IconButton } from '../ui/actions/icon-button.tsx';
import { Seal } from '../ui/data/seal.tsx';
import { TwoLines } from '../ui/data/two-lines.tsx';
import { Progress, TransferFacts } from '../ui/feedback/progress.tsx';
import { bytesPerSecond, sentBytes } from './pace.ts';
import { askFor } from './preflight/ask-for.ts';
import { isUnderWay, type Upload, type UploadStage } from './queue.ts';
import { useUploads } from './upload-provider.tsx';

const looks = {
  waiting: [Clock, 'text-ink-muted'],
  sending: [UploadIcon, 'text-primary'],
  sealing: [UploadIcon, 'text-primary'],
  paused: [CirclePause, 'text-ink-muted'],
  interrupted: [CircleAlert, 'text-warning-text'],
  completed: [CircleCheck, 'text-success'],
  failed: [CircleAlert, 'text-danger-text'],
} as const satisfies Record<UploadStage['name'], readonly [LucideIcon, string]>;

function sentOf(stage: UploadStage, size: number): number {
  if (stage.name === 'sealing') return size;
  if (stage.name === 'paused') return stage.sentBytes;
  return stage.name === 'sending' ? sentBytes(stage.pace) : 0;
}

/** What stopped has its words alone, which take the room. */
const hasMiddle = ({ stage }: Upload) => stage.name !== 'failed' && stage.name !== 'interrupted';

/** What stands in the middle: a bar while bytes move, the seal at the end. */
function Middle({ upload }: { upload: Upload }) {
  const t = useText(uploadDockText);
  const { stage, file } = upload;
  if (stage.name === 'completed') return <Seal sha256={stage.sha256} />;
  const done = sentOf(stage, file.size);
  return <Progress thick label={t('progress', { file: file.name })} done={done} total={file.size} />;
}

/** Why it stands still after a reload, and what its user does about it. */
function interruption({ stage, reopen }: Upload) {
  if (stage.name === 'interrupted' && stage.isReading) return 'readingAgain';
  if (stage.name === 'interrupted' && stage.isOther) return 'otherFile';
  return reopen ? 'interruptedHere' : 'interrupted';
}

const choosingOf = ({ repack }: Upload) => ({ what: repack?.choosing ?? 'file' });

/** Why it stands still after a reload, and how it goes on: at one press, or once its files are chosen again. */
function GoOn({ upload }: { upload: Upload }) {
  const t = useText(uploadDockText);
  const uploads = useUploads();
  const { stage, reopen } = upload;
  const name = { file: upload.file.name };
  if (stage.name !== 'interrupted' || stage.isReading) return null;
  if (reopen)
    return (
      <Button size="small" icon={Play} onClick={() => void uploads.reopen(upload.id)} aria-label={t('resume', name)}>
        {t('goOn')}
      </Button>
    );
  const { what } = choosingOf(upload);
  return (
    <Button
      size="small"
      onClick={() => askFor(what, (chosen) => void uploads.goOn(upload.id, chosen))}
      aria-label={t('chooseAgainOf', { ...name, what })}
    >
      {t('chooseAgain', { what })}
    </Button>
  );
}

/** In words: how far it is, how fast, what went wrong. */
function Facts({ upload }: { upload: Upload }) {
  const { stage, file } = upload;
  const t = useText(uploadDockText);
  const failure = useText(uploadText);
  const ui = useUiText();
  const format = useFormat();
  const sentence = useSentence();
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
      return <span className="text-warning-text">{t(interruption(upload), choosingOf(upload))}</span>;
    case 'sending':
      if (stage.waits?.what === 'turn') return <span className="text-ink-muted">{t('waiting')}</span>;
      if (stage.waits) return <span className="text-warning-text">{t('waitsForConnection')}</span>;
      return (
        <TransferFacts done={sentBytes(stage.pace)} total={file.size} bytesPerSecond={bytesPerSecond(stage.pace)} />
      );
    case 'sealing':
      return <span className="text-ink-muted">{t('sealing')}</span>;
    case 'completed':
      return (
        <span className="text-ink-muted figures">
          <span className="font-thing text-success-text">{ui('status.completed')}</span>
          {' · '}
          {t('done', { size: format.megabytes(file.size), seconds: Math.max(1, Math.round(stage.tookMs / 1000)) })}
        </span>
      );
    case 'failed':
      return (
        <span className="text-danger-text">{sentence(sentenceOf(stage.error)) ?? failure('toast.failedText')}</span>
      );
  }
}

function Acts({ upload }: { upload: Upload }) {
  const t = useText(uploadDockText);
  const uploads = useUploads();
  const name = { file: upload.file.name };
  return (
    <span className="flex items-center justify-end gap-1">
      {upload.stage.name === 'failed' && (
        <Button size="small" icon={RotateCw} onClick={() => uploads.retry(upload.id)} aria-label={t('retryOf', name)}>
          {t('retry')}
        </Button>
      )}
      {upload.stage.name === 'sending' && upload.stage.waits && (
        <Button size="small" onClick={upload.stage.waits.tryNow} aria-label={t('tryNowOf', name)}>
          {t('tryNow')}
        </Button>
      )}
      {upload.stage.name === 'sending' && (
        <IconButton icon={Pause} label={t('pause', name)} onClick={() => uploads.pause(upload.id)} />
      )}
      {upload.stage.name === 'paused' && (
        <IconButton icon={Play} label={t('resume', name)} onClick={() => uploads.resume(upload.id)} />
      )}
      <GoOn upload={upload} />
      {upload.stage.name === 'completed' && (
        <Button asChild size="small">
          <Link
            to={`${screens.centerHistory}?${new URLSearchParams({ exam: upload.stage.examId })}`}
            aria-label={t('viewOf', name)}
          >
            {t('view')}
          </Link>
        </Button>
      )}
      <IconButton
        icon={X}
        label={isUnderWay(upload) ? t('cancel', name) : t('dismiss', name)}
        onClick={() => uploads.remove(upload.id)}
        className="-mr-2 max-md:-mr-3"
      />
    </span>
  );
}

/** One upload: 58 high; below 768 the bar goes beneath its words. */
export function DockRow({ upload }: { upload: Upload }) {
  const t = useText(uploadDockText);
  const ui = useUiText();
  const [Icon, colour] = looks[upload.stage.name];
  const about = t('of', { patient: upload.patientName, examType: ui(`examType.${upload.fields.examType}`) });
  return (
    <li className="grid min-h-[58px] grid-cols-[1.5rem_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1 px-4 py-2 md:grid-cols-[1.5rem_minmax(5rem,12rem)_minmax(13rem,1fr)_minmax(6.5rem,17rem)_auto] md:px-6 lg:px-8 xl:grid-cols-[1.5rem_18.75rem_minmax(4rem,1fr)_18.75rem_minmax(5rem,auto)]">
      <Icon size={18} className={colour} />
      <TwoLines first={<bdi title={upload.file.name}>{upload.file.name}</bdi>} second={about} />
      {hasMiddle(upload) && (
        <span className="min-w-0 max-md:col-span-3 max-md:row-start-2">
          <Middle upload={upload} />
        </span>
      )}
      <span
        className={classes(
          !hasMiddle(upload) && 'md:col-span-2',
          'min-w-0 text-small max-md:col-span-3 max-md:row-start-3 md:text-body [&_*]:text-[length:inherit]',
        )}
      >
        <Facts upload={upload} />
      </span>
      <span className="max-md:col-start-3 max-md:row-start-1">
        <Acts upload={upload} />
      </span>
    </li>
  );
}
