import { rejection } from '@medcloud/contract/shapes/accounts';
import { useForm } from 'react-hook-form';
import {
  useDisableUser,
  useEnableUser,
  useReinstateDoctor,
  useRevokeUserSessions,
  useSuspendDoctor,
} from '../../../calls/admin.ts';
import { errorMessageOf } from '../../../calls/client/use-api-query.ts';
import { createShapeResolver } from '../../../forms/shape-resolver.ts';
import { adminActsText } from '../../../text/admin-acts.ts';
import { useText, useUiText } from '../../../text/language.tsx';
import { useErrorMessage } from '../../../text/use-error-message.ts';
import { useToast } from '../../../ui/feedback/toast.tsx';
import { Field } from '../../../ui/forms/field.tsx';
import { TextArea } from '../../../ui/forms/text-area.tsx';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx';
import type { AccountAction, ManagedAccount } from './account-actions.ts';

interface AccountActionDialogProps {
  account: ManagedAccount;
  action: AccountAction;
  onClose: () => void;
}

interface AccountMutation {
  isPending: boolean;
  error: Error | null;
  run: (reason: string) => void;
}

/** Returns the mutation of the chosen action. Each action has its own route. */
function useAccountAction({ account, action, onClose }: AccountActionDialogProps): AccountMutation {
  const t = useText(adminActsText);
  const toast = useToast();
  const onSuccess = () => {
    onClose();
    toast({ title: t(`${action}.done`), text: t(`${action}.doneText`) });
  };
  const suspend = useSuspendDoctor({ onSuccess });
  const reinstate = useReinstateDoctor({ onSuccess });
  const disable = useDisableUser({ onSuccess });
  const enable = useEnableUser({ onSuccess });
  const endSessions = useRevokeUserSessions({ onSuccess });
  const { isPending, error } = { suspend, reinstate, disable, enable, endSessions }[action];
  const doctor = { params: { id: account.doctor?.id ?? '' } };
  const user = { params: { id: account.userId } };
  const runners: Record<AccountAction, AccountMutation['run']> = {
    suspend: (reason) => suspend.mutate({ ...doctor, body: { reason } }),
    reinstate: () => reinstate.mutate(doctor),
    disable: (reason) => disable.mutate({ ...user, body: { reason } }),
    enable: () => enable.mutate(user),
    endSessions: () => endSessions.mutate(user),
  };
  return { isPending, error, run: runners[action] };
}

/** Asks for confirmation, with the account's name and the consequences. The optional reason is part of the e-mail. */
export function AccountActionDialog(props: AccountActionDialogProps) {
  const { account, action, onClose } = props;
  const t = useText(adminActsText);
  const ui = useUiText();
  const errorMessage = useErrorMessage();
  const { isPending, error, run } = useAccountAction(props);
  const form = useForm({ resolver: createShapeResolver(rejection), defaultValues: { reason: '' } });
  const { errors, isDirty } = form.formState;
  const isDisabling = action === 'suspend' || action === 'disable';
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={t(`${action}.title`, { name: account.name })}
      text={t(`${action}.text`)}
      confirmLabel={t(`${action}.confirm`)}
      confirmingLabel={t(`${action}.busy`)}
      cancelLabel={t('keep')}
      danger={isDisabling}
      busy={isPending}
      dirty={isDirty}
      error={error ? (errorMessage(errorMessageOf(error)) ?? ui('error.noAnswer')) : undefined}
      onConfirm={() => void form.handleSubmit((body) => run(body?.reason ?? ''))()}
    >
      {isDisabling && (
        <Field label={t('reason')} optional help={t('reasonHelp')} error={errorMessage(errors.reason?.message)}>
          <TextArea {...form.register('reason')} maxLength={1_000} />
        </Field>
      )}
    </ConfirmDialog>
  );
}
