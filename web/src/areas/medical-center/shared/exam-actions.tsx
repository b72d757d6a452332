import { entriesOfCenter } from '@medcloud/contract/routes/access-report';
import * as center from '@medcloud/contract/routes/medical-center';
import { screens } from '@medcloud/contract/screens';
import type { ExamWithPatient } from '@medcloud/contract/shapes/exams';
import { ArrowRightLeft, BadgeCheck, ScanEye, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { useMay } from '../../../app/session/use-may.ts';
import { lazyComponent } from '../../../lib/lazy-component.tsx';
import { useText } from '../../../text/language.tsx';
import type { MenuItem } from '../../../ui/actions/menu-items.ts';
import { useDialogSlot } from '../../../ui/overlays/dialog-slot.tsx';

const WithdrawDialog = lazyComponent(async () => (await import('./reason-dialogs.tsx')).WithdrawDialog);
const ConfirmExamDialog = lazyComponent(async () => (await import('./reason-dialogs.tsx')).ConfirmExamDialog);
const MoveDialog = lazyComponent(async () => (await import('./move-dialog.tsx')).MoveDialog);

const dialogs = { move: MoveDialog, withdraw: WithdrawDialog, confirm: ConfirmExamDialog } as const;

interface ExamActions {
  items: MenuItem[];
  /** What decides about an exam in doubt: to confirm or to move it. */
  decisions: MenuItem[];
  /** The dialog of the chosen item. */
  dialog: ReactNode;
}

/** Returns the menu items for what a center can do with an exam in its state, as far as the user's roles include it. */
export function useExamActions(exam: ExamWithPatient): ExamActions {
  const t = useText('center');
  const { show, dialogSlot: dialog } = useDialogSlot();
  const open = (Dialog: (typeof dialogs)[keyof typeof dialogs]) =>
    show(<Dialog exam={exam} onClose={() => show(null)} />);
  const navigate = useNavigate();
  const may = useMay();
  const report: MenuItem = {
    label: t('whoSaw'),
    icon: ScanEye,
    onSelect: () =>
      void navigate(`${screens.centerAccessReport}?${new URLSearchParams({ subject: `exam:${exam.id}` })}`),
  };
  const reports = may(entriesOfCenter) ? [report] : [];
  if (exam.status === 'withdrawn') return { items: reports, decisions: [], dialog };
  const confirm: MenuItem = { label: t('exam.confirm'), icon: BadgeCheck, onSelect: () => open(dialogs.confirm) };
  const move: MenuItem = { label: t('exam.move'), icon: ArrowRightLeft, onSelect: () => open(dialogs.move) };
  const withdraw: MenuItem = {
    label: t('exam.withdraw'),
    icon: Trash2,
    onSelect: () => open(dialogs.withdraw),
    isDangerous: true,
    hasSeparator: true,
  };
  const decisions = [
    ...(exam.inDoubt && may(center.confirmExam) ? [confirm] : []),
    ...(may(center.moveExam) ? [move] : []),
  ];
  return { items: [...decisions, ...reports, ...(may(center.withdrawExam) ? [withdraw] : [])], decisions, dialog };
}
