import { useText } from '../../text/language.tsx';
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx';

interface LeaveQuestionProps {
  onLeave: () => void;
  onStay: () => void;
}

/** Asks before a form with unsent text is left. */
export function LeaveQuestion({ onLeave, onStay }: LeaveQuestionProps) {
  const t = useText('frame');
  return (
    <ConfirmDialog
      open
      isDangerous
      onClose={onStay}
      title={t('leave.title')}
      text={t('leave.text')}
      confirmLabel={t('leave.leave')}
      cancelLabel={t('leave.stay')}
      onConfirm={onLeave}
    />
  );
}
