import { rejection } from '@medcloud/contract/shapes/accounts';
import { useForm } from 'react-hook-form';
import {
  useDisableUser,
  useEnableUser,
  useReinstateDoctor,
  useRevokeUserSessions,
  useSuspendDoctor,
} from '../../../../calls/admin.ts';
import { FormDialog } from '../../../../forms/form-dialog.tsx';
import { FormField } from '../../../../forms/form-field.tsx';
import { createShapeResolver } from '../../../../forms/shape-resolver.ts';
import { type Mutation, useSubmit } from '../../../../forms/use-submit.ts';
import { useText, useUiText } from '../../../../text/language.tsx';
import { useToast } from '../../../../ui/feedback/toast.tsx';
import { TextArea } from '../../../../ui/forms/text-area.tsx';
import type { AccountAction, ManagedAccount } from './account-actions.ts';

type ReasonMutation = Mutation<string, unknown>;

/** Returns the mutation of the chosen action, with the reason as its input. Each action has its own route. */
function useAccountAction({ userId, doctor }: ManagedAccount, action: AccountAction): ReasonMutation {
  const suspend = useSuspendDoctor();
  const reinstate = useReinstateDoctor();
  const disable = useDisableUser();
  const enable = useEnableUser();
  const revokeSessions = useRevokeUserSessions();
  const ofDoctor = { params: { id: doctor?.id ?? '' } };
  const ofUser = { params: { id: userId } };
  const mutations: Record<AccountAction, ReasonMutation> = {
    suspend: {
      ...suspend,
      mutate: (reason, callbacks) => suspend.mutate({ ...ofDoctor, body: { reason } }, callbacks),
    },
    reinstate: { ...reinstate, mutate: (_reason, callbacks) => reinstate.mutate(ofDoctor, callbacks) },
    disable: { ...disable, mutate: (reason, callbacks) => disable.mutate({ ...ofUser, body: { reason } }, callbacks) },
    enable: { ...enable, mutate: (_reason, callbacks) => enable.mutate(ofUser, callbacks) },
    revokeSessions: { ...revokeSessions, mutate: (_reason, callbacks) => revokeSessions.mutate(ofUser, callbacks) },
  };
  return mutations[action];
}

interface AccountActionDialogProps {
  account: ManagedAccount;
  action: AccountAction;
  onClose: () => void;
}

/** Asks for confirmation, with the account's name and the consequences. The optional reason is part of the email. */
export function AccountActionDialog({ account, action, onClose }: AccountActionDialogProps) {
  const t = useText('admin.accounts');
  const ui = useUiText();
  const toast = useToast();
  const form = useForm({ resolver: createShapeResolver(rejection), defaultValues: { reason: '' } });
  const submission = useSubmit(form, useAccountAction(account, action), {
    toInput: (body) => body?.reason ?? '',
    onSuccess: () => {
      onClose();
      toast({ title: t(`${action}.done`), text: t(`${action}.doneText`) });
    },
  });
  const isDisabling = action === 'suspend' || action === 'disable';
  return (
    <FormDialog
      isDangerous={isDisabling}
      submission={submission}
      onClose={onClose}
      title={t(`${action}.title`, { name: account.name })}
      text={t(`${action}.text`)}
      submitLabel={t(`${action}.item`)}
      busyLabel={t(`${action}.busy`)}
    >
      {isDisabling && (
        <FormField form={form} name="reason" label={ui('field.reason')} isOptional help={t('reasonHelp')}>
          <TextArea maxLength={1_000} />
        </FormField>
      )}
    </FormDialog>
  );
}
