import { useForm } from 'react-hook-form';
import { useOwnSessions } from '../../calls/account.ts';
import { FormDialog } from '../../forms/form-dialog.tsx';
import { FormField } from '../../forms/form-field.tsx';
import { useShapeResolver } from '../../forms/use-shape-resolver.ts';
import { useText } from '../../text/language.tsx';
import { useToast } from '../../ui/feedback/toast.tsx';
import { TextInput } from '../../ui/forms/text-input.tsx';
import { useSessionLabels } from '../session/session-labels.ts';
import { fetchNameShape } from './rename-passkey-dialog.tsx';
import { useNewPasskey } from './use-new-passkey.ts';

interface AddPasskeyDialogProps {
  onClose: () => void;
  /** The first factor created recovery codes. */
  onCodes: (codes: readonly string[]) => void;
}

/** Asks for a passkey's name, which is at first this browser's, and creates it in the browser's own dialog. */
export function AddPasskeyDialog({ onClose, onCodes }: AddPasskeyDialogProps) {
  const t = useText('account/factors.passkeys');
  const auth = useText('auth.passkey');
  const toast = useToast();
  const labels = useSessionLabels();
  const current = useOwnSessions().data?.find(({ isCurrent }) => isCurrent);
  const form = useForm({
    resolver: useShapeResolver(fetchNameShape),
    defaultValues: { name: current?.browser || current?.system ? labels.device(current) : '' },
  });
  const { create, isBusy, failure } = useNewPasskey((recoveryCodes) => {
    toast({ title: t('added') });
    onClose();
    if (recoveryCodes) onCodes(recoveryCodes);
  });
  return (
    <FormDialog
      submission={{ submit: form.handleSubmit(({ name }) => create(name)), isBusy, failure }}
      onClose={onClose}
      title={t('add')}
      text={t('addText')}
      submitLabel={t('continue')}
      busyLabel={auth('waiting')}
      failureTitle={t('failed')}
    >
      <FormField form={form} name="name" label={t('name')} help={t('nameHelp')}>
        <TextInput autoComplete="off" />
      </FormField>
    </FormDialog>
  );
}
