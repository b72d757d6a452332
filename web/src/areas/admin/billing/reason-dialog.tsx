import { limits } from '@medcloud/contract/limits';
import { correctionReason } from '@medcloud/contract/shapes/billing/accounts';
import { useForm } from 'react-hook-form';
import { FormDialog } from '../../../forms/form-dialog.tsx';
import { FormField } from '../../../forms/form-field.tsx';
import { createShapeResolver } from '../../../forms/shape-resolver.ts';
import { type Mutation, useSubmit } from '../../../forms/use-submit.ts';
import { useToast } from '../../../ui/feedback/toast.tsx';
import { TextInput } from '../../../ui/forms/text-input.tsx';

interface ReasonDialogProps {
  /** What is corrected. */
  id: string;
  mutation: Mutation<{ params: { id: string }; body: { reason: string } }, unknown>;
  onClose: () => void;
  /** The question and its consequences. */
  title: string;
  text: string;
  reasonLabel: string;
  submitLabel: string;
  busyLabel: string;
  failureTitle: string;
  /** Shown once it is done. */
  done: string;
  /** A red button; absent: it is red. */
  isDangerous?: boolean;
}

/** Asks for a correction of the books with its reason, then makes it. */
export function ReasonDialog({
  id,
  mutation,
  onClose,
  reasonLabel,
  done,
  isDangerous = true,
  ...texts
}: ReasonDialogProps) {
  const toast = useToast();
  const form = useForm({ resolver: createShapeResolver(correctionReason), defaultValues: { reason: '' } });
  const submission = useSubmit(form, mutation, {
    toInput: (body) => ({ params: { id }, body }),
    onSuccess: () => {
      toast({ title: done });
      onClose();
    },
  });
  return (
    <FormDialog submission={submission} onClose={onClose} {...texts} isDangerous={isDangerous}>
      <FormField form={form} name="reason" label={reasonLabel}>
        <TextInput autoComplete="off" maxLength={limits.reasonMax} />
      </FormField>
    </FormDialog>
  );
}
