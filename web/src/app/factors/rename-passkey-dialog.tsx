import type { Passkey } from '@medcloud/contract/shapes/passkeys';
import { useForm } from 'react-hook-form';
import { useRenamePasskey } from '../../calls/account.ts';
import { FormDialog } from '../../forms/form-dialog.tsx';
import { FormField } from '../../forms/form-field.tsx';
import { useShapeResolver } from '../../forms/use-shape-resolver.ts';
import { useSubmit } from '../../forms/use-submit.ts';
import { useText, useUiText } from '../../text/language.tsx';
import { useToast } from '../../ui/feedback/toast.tsx';
import { TextInput } from '../../ui/forms/text-input.tsx';

export const fetchNameShape = async () => (await import('@medcloud/contract/shapes/passkeys')).passkeyName;

interface RenamePasskeyDialogProps {
  passkey: Passkey;
  onClose: () => void;
}

/** Asks for another name of a passkey. */
export function RenamePasskeyDialog({ passkey: { id, name }, onClose }: RenamePasskeyDialogProps) {
  const t = useText('account/factors.passkeys');
  const ui = useUiText();
  const toast = useToast();
  const form = useForm({ resolver: useShapeResolver(fetchNameShape), defaultValues: { name } });
  const submission = useSubmit(form, useRenamePasskey(), {
    toInput: (body) => ({ params: { id }, body }),
    onSuccess: () => {
      toast({ title: t('renamed') });
      onClose();
    },
    isDiscardable: true,
  });
  return (
    <FormDialog
      submission={submission}
      onClose={onClose}
      title={t('renameTitle')}
      submitLabel={ui('action.save')}
      busyLabel={ui('action.saving')}
    >
      <FormField form={form} name="name" label={t('name')} help={t('nameHelp')}>
        <TextInput autoComplete="off" />
      </FormField>
    </FormDialog>
  );
}
