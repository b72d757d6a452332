import type { ExamWithPatient } from '@medcloud/contract/shapes/exams';
import { Download, Ellipsis, Eye, FileText } from 'lucide-react';
import { useDownload } from '../../../calls/download.ts';
import { centerText } from '../../../text/center.ts';
import { useText, useUiText } from '../../../text/language.tsx';
import { IconButton } from '../../../ui/actions/icon-button.tsx';
import { Menu } from '../../../ui/actions/menu.tsx';
import type { MenuItem } from '../../../ui/actions/menu-items.ts';
import { useExamActs } from '../shared/exam-acts.tsx';
import { useExamPreview } from '../shared/exam-words.tsx';

interface ExamMenuProps {
  exam: ExamWithPatient;
  onDetails: (examId: string) => void;
}

/** Everything that can be done with an exam of a list. */
export function ExamMenu({ exam, onDetails }: ExamMenuProps) {
  const t = useText(centerText);
  const ui = useUiText();
  const download = useDownload();
  const { items, dialog } = useExamActs(exam);
  const { open, above } = useExamPreview();
  const look = () => open({ examId: exam.id, onDetails: () => onDetails(exam.id) });
  const all: MenuItem[] = [
    { label: ui('action.view'), icon: Eye, onSelect: look },
    { label: ui('action.download'), icon: Download, onSelect: () => void download(exam.id) },
    { label: t('exam.details'), icon: FileText, onSelect: () => onDetails(exam.id) },
    ...items,
  ];
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the row around it opens on a press; what is pressed here is no press on the row
    // biome-ignore lint/a11y/useKeyWithClickEvents: the row takes keys only on itself
    <span onClick={(event) => event.stopPropagation()}>
      <Menu
        items={all}
        trigger={<IconButton icon={Ellipsis} label={t('exams.moreOf', { file: exam.fileName })} tooltip={false} />}
      />
      {dialog}
      {above}
    </span>
  );
}
