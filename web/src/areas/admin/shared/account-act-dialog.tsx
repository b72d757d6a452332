import { rejection } from '@medcloud/contract/shapes/accounts';
import { useForm } from 'react-hook-form';
import {
  useDisableUser,
  useEnableUser,
  useReinstateDoctor,
  useRevokeUserSessions,
  useSuspendDoctor,
} from '../../../calls/admin.ts';
import { sentenceOf } from '../../../calls/client/use-call.ts';
import { shapeResolver } from '../../../forms/resolver.ts';
import { adminActsText } from '../../../text/admin-acts.ts';
import { useText, useUiText } from '../../../text/language.tsx';
import { useSentence } from '../../../text/sentences.ts';
import { useToast } from '../../../ui/feedback/toast.tsx';
import { Field } from '../../../ui/forms/field.tsx';
import { TextArea } from '../../../ui/forms/text-area.tsx';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx';
import type { AccountAct, ManagedAccount } from './account-acts.ts';

interface AccountActDialogProps {
  account: ManagedAccount;
  act: AccountAct;
  onClose: () => void;
}

interface Doing {
  isPending: boolean;
  error: Error | null;
  run: (reason: string) => void;
}

/** Each act with its own call; the one that was chosen is run. */
function useDoing({ account, act, onClose }: AccountActDialogProps): Doing {
  const t = useText(adminActsText);
  const toast = useToast();
  const onSuccess = () => {
    onClose();
    toast({ title: t(`${act}.done`), text: t(`${act}.doneText`) });
  };
  const suspend = useSuspendDoctor({ onSuccess });
  const reinstate = useReinstateDoctor({ onSuccess });
  const disable = useDisableUser({ onSuccess });
  const enable = useEnableUser({ onSuccess });
  const endSessions = useRevokeUserSessions({ onSuccess });
  const { isPending, error } = { suspend, reinstate, disable, enable, endSessions }[act];
  const doctor = { params: { id: account.doctor?.id ?? '' } };
  const user = { params: { id: account.userId } };
  const runs: Record<AccountAct, Doing['run']> = {
    suspend: (reason) => suspend.mutate({ ...doctor, body: { reason } }),
    reinstate: () => reinstate.mutate(doctor),
    disable: (reason) => disable.mutate({ ...user, body: { reason } }),
    enable: () => enable.mutate(user),
    endSessions: () => endSessions.mutate(user),
  };
  return { isPending, error, run: runs[act] };
}

/** Asks once, naming the account and what follows; the reason, if there is one, goes into the mail. */
export function AccountActDialog(props: AccountActDialogProps) {
  const { account, act, onClose } = props;
  const t = useText(adminActsText);
  const ui = useUiText();
  const sentence = useSentence();
  const { isPending, error, run } = useDoing(props);
  const form = useForm({ resolver: shapeResolver(rejection), defaultValues: { reason: '' } });
  const { errors, isDirty } = form.formState;
  const isShuttingOut = act === 'suspend' || act === 'disable';
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={t(`${act}.title`, { name: account.name })}
      text={t(`${act}.text`)}
      confirm={t(`${act}.confirm`)}
      confirming={t(`${act}.busy`)}
      keep={t('keep')}
      danger={isShuttingOut}
      busy={isPending}
      dirty={isDirty}
      error={error ? (sentence(sentenceOf(error)) ?? ui('error.noAnswer')) : undefined}
      onConfirm={() => void form.handleSubmit((body) => run(body?.reason ?? ''))()}
    >
      {isShuttingOut && (
        <Field label={t('reason')} optional help={t('reasonHelp')} error={sentence(errors.reason?.message)}>
          <TextArea {...form.register('reason')} maxLength={1_000} />
        </Field>
      )}
    </ConfirmDialog>
  );
}
