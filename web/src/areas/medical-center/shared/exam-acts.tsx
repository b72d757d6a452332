import type { ExamWithPatient } from '@medcloud/contract/shapes/exams';
import { ArrowRightLeft, BadgeCheck, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { centerText } from '../../../text/center.ts';
import { useText } from '../../../text/language.tsx';
import type { MenuItem } from '../../../ui/actions/menu-items.ts';
import { later } from '../../../ui/feedback/later.tsx';
import { useAbove } from '../../../ui/overlays/above.tsx';

const WithdrawDialog = later(async () => (await import('./reason-dialogs.tsx')).WithdrawDialog);
const ConfirmExamDialog = later(async () => (await import('./reason-dialogs.tsx')).ConfirmExamDialog);
const MoveDialog = later(async () => (await import('./move-dialog.tsx')).MoveDialog);

const dialogs = { move: MoveDialog, withdraw: WithdrawDialog, confirm: ConfirmExamDialog } as const;

/** What a center may do about an exam in its state, as items of a menu, and the dialog that the chosen one opens. */
export function useExamActs(exam: ExamWithPatient): { items: MenuItem[]; dialog: ReactNode } {
  const t = useText(centerText);
  const { show, above: dialog } = useAbove();
  const open = (Dialog: (typeof dialogs)[keyof typeof dialogs]) =>
    show(<Dialog exam={exam} onClose={() => show(null)} />);
  if (exam.status === 'withdrawn') return { items: [], dialog };
  const confirm: MenuItem = { label: t('exam.confirm'), icon: BadgeCheck, onSelect: () => open(dialogs.confirm) };
  return {
    items: [
      ...(exam.inDoubt ? [confirm] : []),
      { label: t('exam.move'), icon: ArrowRightLeft, onSelect: () => open(dialogs.move) },
      { label: t('exam.withdraw'), icon: Trash2, onSelect: () => open(dialogs.withdraw), danger: true, apart: true },
    ],
    dialog,
  };
}
