import type { Mutation } from '../../../forms/use-submit.ts';
import { useUiText } from '../../../text/language.tsx';
import { useFailure } from '../../../text/use-error-message.ts';
import { useToast } from '../../../ui/feedback/toast.tsx';
import { ConfirmDialog, type ConfirmDialogProps } from '../../../ui/overlays/confirm-dialog.tsx';

type Texts = Pick<ConfirmDialogProps, 'title' | 'text' | 'confirmLabel' | 'confirmingLabel' | 'isDangerous'>;

interface ConfirmActProps<Input> extends Texts {
  mutation: Mutation<Input, unknown>;
  input: Input;
  /** Shown once it is done. */
  done: string;
  onClose: () => void;
}

/** Asks before something is done with money or documents, does it, and says so. */
export function ConfirmAct<Input>({ mutation, input, done, onClose, ...texts }: ConfirmActProps<Input>) {
  const ui = useUiText();
  const toast = useToast();
  const describe = useFailure();
  const finish = () => {
    toast({ title: done });
    onClose();
  };
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      {...texts}
      cancelLabel={ui('action.cancel')}
      onConfirm={() => mutation.mutate(input, { onSuccess: finish })}
      busy={mutation.isPending}
      error={describe(mutation.error)}
    />
  );
}
