import type { Exam } from '@medcloud/contract/shapes/exams';
import { ImageOff, LoaderCircle, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { useExamToOpen } from '../../../../calls/exams.ts';
import { classes } from '../../../../lib/classes.ts';
import { useExamDownload } from '../../../../preview/use-exam-download.tsx';
import { useText, useUiText } from '../../../../text/language.tsx';
import { Button } from '../../../../ui/actions/button.tsx';

/** Shows a message in the image's place: why there is none, and what to do. */
export function ViewerMessage({
  icon: Icon,
  title,
  text,
  isLive = false,
  isCovering = false,
  children,
}: {
  icon: LucideIcon;
  title: string;
  text: string;
  isLive?: boolean;
  /** Hides the outdated image below it. */
  isCovering?: boolean;
  children?: ReactNode;
}) {
  return (
    <div
      role={isLive ? 'status' : undefined}
      className={classes(
        'absolute inset-0 flex flex-col items-center justify-center gap-3 p-6 text-center',
        isCovering && 'bg-v-field',
      )}
    >
      <Icon size={32} strokeWidth={1.5} className="text-v-muted" />
      <h2 className="text-h2 text-v-ink">{title}</h2>
      <p className="max-w-108 text-body text-v-muted">{text}</p>
      {children}
    </div>
  );
}

/** Downloads the original file of an exam that cannot be shown. */
export function DownloadOriginal({ examId }: { examId: string }) {
  const ui = useUiText();
  const { data } = useExamToOpen(examId);
  const { download, dialogSlot } = useExamDownload();
  return (
    <>
      <Button variant="primary" onClick={() => data && void download(data.exam)}>
        {ui('action.download')}
      </Button>
      {dialogSlot}
    </>
  );
}

/** Shows why an exam has no series: it is being indexed, could not be indexed, or contains no images. */
export function EmptyExam({ exam }: { exam: Exam }) {
  const t = useText('viewer');
  if (!exam.viewable && exam.viewingFault === undefined)
    return (
      <ViewerMessage icon={LoaderCircle} title={t('preparing.title')} text={t('preparing.text')} isLive>
        <DownloadOriginal examId={exam.id} />
      </ViewerMessage>
    );
  return (
    <ViewerMessage icon={ImageOff} title={t('cannot.title')} text={t(`cannot.${exam.viewingFault ?? 'empty'}`)} isLive>
      <DownloadOriginal examId={exam.id} />
    </ViewerMessage>
  );
}
