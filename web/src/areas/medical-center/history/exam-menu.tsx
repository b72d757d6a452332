import type { ExamWithPatient } from '@medcloud/contract/shapes/exams';
import { Download, Ellipsis, Eye, Files, FileText } from 'lucide-react';
import { useExamDownload } from '../../../preview/use-exam-download.tsx';
import { useText, useUiText } from '../../../text/language.tsx';
import { IconButton } from '../../../ui/actions/icon-button.tsx';
import { Menu } from '../../../ui/actions/menu.tsx';
import type { MenuItem } from '../../../ui/actions/menu-items.ts';
import { RowButtons } from '../../../ui/actions/row-buttons.tsx';
import { useExamActions } from '../shared/exam-actions.tsx';
import { useExamContents, useViewExam } from '../shared/exam-buttons.tsx';

interface ExamMenuProps {
  exam: ExamWithPatient;
  onDetails: (examId: string) => void;
}

/** Shows the menu of all actions for an exam of a list. */
export function ExamMenu({ exam, onDetails }: ExamMenuProps) {
  const t = useText('center');
  const ui = useUiText();
  const { download, dialogSlot: downloadDialogSlot } = useExamDownload();
  const { items, dialog } = useExamActions(exam);
  const { open, dialogSlot } = useExamContents();
  const view = useViewExam();
  const allItems: MenuItem[] = [
    { label: ui('action.view'), icon: Eye, onSelect: () => view(exam.id) },
    { label: ui('action.download'), icon: Download, onSelect: () => void download(exam) },
    { label: t('exam.details'), icon: FileText, onSelect: () => onDetails(exam.id) },
    { label: t('exam.contents'), icon: Files, onSelect: () => open(exam.id) },
    ...items,
  ];
  return (
    <RowButtons>
      <Menu
        items={allItems}
        trigger={<IconButton icon={Ellipsis} label={t('exams.moreOf', { file: exam.fileName })} hasTooltip={false} />}
      />
      {dialog}
      {dialogSlot}
      {downloadDialogSlot}
    </RowButtons>
  );
}
