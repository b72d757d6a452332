import type { SkippedFiles } from '@medcloud/contract/shapes/viewing';
import { useExamToOpen } from '../../../../calls/exams.ts';
import { useSkippedFilesMessage } from '../../../../preview/skipped-files.tsx';
import { useExamDownload } from '../../../../preview/use-exam-download.tsx';
import { useUiText } from '../../../../text/language.tsx';

/** Shows that the exam's file contains images that are not among the series, and downloads that file. */
export function SkippedFilesNote({ examId, skippedFiles }: { examId: string; skippedFiles: SkippedFiles }) {
  const ui = useUiText();
  const { data } = useExamToOpen(examId);
  const { download, dialogSlot } = useExamDownload();
  const message = useSkippedFilesMessage(skippedFiles);
  if (message === undefined) return null;
  return (
    <div className="shrink-0 px-4 py-2 text-small text-v-muted max-md:w-72">
      <p className="figures">{message}</p>
      {/* on a phone the bar above has the same button */}
      <button
        type="button"
        className="min-h-8 rounded-badge max-md:hidden font-semibold text-v-ink underline underline-offset-2 focus-visible:outline-v-active"
        onClick={() => data && void download(data.exam)}
      >
        {ui('action.download')}
      </button>
      {dialogSlot}
    </div>
  );
}
