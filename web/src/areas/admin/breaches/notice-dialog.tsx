import type { BreachNoticeKind } from '@medcloud/contract/shapes/breaches';
import type { ReactNode } from 'react';
import { FormDialog } from '../../../forms/form-dialog.tsx';
import type { Submission } from '../../../forms/use-submit.ts';
import { useText } from '../../../text/language.tsx';
import { useToast } from '../../../ui/feedback/toast.tsx';

/** Returns what follows once a decision is recorded: the confirmation, and the dialog closes. */
export function useRecorded(onClose: () => void): () => void {
  const t = useText('breaches/record.notice');
  const toast = useToast();
  return () => {
    toast({ title: t('recorded') });
    onClose();
  };
}

interface NoticeDialogProps {
  submission: Submission;
  kind: BreachNoticeKind;
  title: string;
  onClose: () => void;
  children: ReactNode;
}

/** Records a decision about a notice. */
export function NoticeDialog({ submission, kind, title, onClose, children }: NoticeDialogProps) {
  const t = useText('breaches/record.notice');
  return (
    <FormDialog
      submission={submission}
      onClose={onClose}
      title={title}
      text={t(kind)}
      submitLabel={t('submit')}
      busyLabel={t('submitting')}
      failureTitle={t('failed')}
    >
      {children}
    </FormDialog>
  );
}
