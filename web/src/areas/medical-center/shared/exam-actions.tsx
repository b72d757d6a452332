import { screens } from '@medcloud/contract/screens';
import type { ExamWithPatient } from '@medcloud/contract/shapes/exams';
import { ArrowRightLeft, BadgeCheck, ScanEye, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { lazyComponent } from '../../../lib/lazy-component.tsx';
import { useText } from '../../../text/language.tsx';
import type { MenuItem } from '../../../ui/actions/menu-items.ts';
import { useDialogSlot } from '../../../ui/overlays/dialog-slot.tsx';

const WithdrawDialog = lazyComponent(async () => (await import('./reason-dialogs.tsx')).WithdrawDialog);
const ConfirmExamDialog = lazyComponent(async () => (await import('./reason-dialogs.tsx')).ConfirmExamDialog);
const MoveDialog = lazyComponent(async () => (await import('./move-dialog.tsx')).MoveDialog);

const dialogs = { move: MoveDialog, withdraw: WithdrawDialog, confirm: ConfirmExamDialog } as const;

/** Returns the menu items for what a center can do with an exam in its state, and the dialog of the chosen one. */
export function useExamActions(exam: ExamWithPatient): { items: MenuItem[]; dialog: ReactNode } {
  const t = useText('center');
  const { show, dialogSlot: dialog } = useDialogSlot();
  const open = (Dialog: (typeof dialogs)[keyof typeof dialogs]) =>
    show(<Dialog exam={exam} onClose={() => show(null)} />);
  const navigate = useNavigate();
  const report: MenuItem = {
    label: t('whoSaw'),
    icon: ScanEye,
    onSelect: () =>
      void navigate(`${screens.centerAccessReport}?${new URLSearchParams({ subject: `exam:${exam.id}` })}`),
  };
  if (exam.status === 'withdrawn') return { items: [report], dialog };
  const confirm: MenuItem = { label: t('exam.confirm'), icon: BadgeCheck, onSelect: () => open(dialogs.confirm) };
  return {
    items: [
      ...(exam.inDoubt ? [confirm] : []),
      { label: t('exam.move'), icon: ArrowRightLeft, onSelect: () => open(dialogs.move) },
      report,
      {
        label: t('exam.withdraw'),
        icon: Trash2,
        onSelect: () => open(dialogs.withdraw),
        isDangerous: true,
        hasSeparator: true,
      },
    ],
    dialog,
  };
}
