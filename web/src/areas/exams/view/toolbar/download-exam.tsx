import type { Exam } from '@medcloud/contract/shapes/exams';
import { Download } from 'lucide-react';
import { useExamDownload } from '../../../../preview/use-exam-download.tsx';
import { useUiText } from '../../../../text/language.tsx';
import { BarButton } from './bar-button.tsx';

/** Downloads the exam. */
export function DownloadExam({ exam }: { exam: Exam }) {
  const ui = useUiText();
  const { download, dialogSlot } = useExamDownload();
  return (
    <>
      <BarButton icon={Download} label={ui('action.download')} hasLabel onClick={() => void download(exam)} />
      {dialogSlot}
    </>
  );
}
