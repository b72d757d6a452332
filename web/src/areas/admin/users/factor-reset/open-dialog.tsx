import type { OpenFactorReset } from '@medcloud/contract/shapes/account/factor-resets';
import type { User } from '@medcloud/contract/shapes/accounts';
import { useSession } from '../../../../app/session/session.tsx';
import { useCancelReset, useConfirmReset } from '../../../../calls/factor-resets.ts';
import { useFormat } from '../../../../text/format.ts';
import { useText } from '../../../../text/language.tsx';
import { useFailure } from '../../../../text/use-error-message.ts';
import { Button } from '../../../../ui/actions/button.tsx';
import { Facts } from '../../../../ui/data/facts.tsx';
import { Note } from '../../../../ui/feedback/note.tsx';
import { useToast } from '../../../../ui/feedback/toast.tsx';
import { Dialog, DialogActions } from '../../../../ui/overlays/dialog.tsx';

interface OpenDialogProps {
  user: User;
  reset: OpenFactorReset;
  name: string;
  onClose: () => void;
}

/** Shows the requested removal of a second factor, with the buttons that stop it and, to another administrator, confirm it. */
export function OpenDialog({ user, reset, name, onClose }: OpenDialogProps) {
  const t = useText('account/recovery');
  const format = useFormat();
  const toast = useToast();
  const describeFailure = useFailure();
  const { user: own } = useSession();
  const confirm = useConfirmReset();
  const cancel = useCancelReset();
  const input = { params: { id: user.id } };
  const finish = (title: string) => ({
    onSuccess: () => {
      onClose();
      toast({ title });
    },
  });
  const { needsConfirmation, askedBy, recognizedBy, reason, effectiveAt } = reset;
  const failure = describeFailure(confirm.error ?? cancel.error);
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('open.title', { name })}
      text={t(needsConfirmation ? 'open.waits' : 'open.text', { at: format.dateTime(effectiveAt) })}
    >
      {failure !== undefined && (
        <div className="mt-4">
          <Note variant="danger" title={t('open.failed')}>
            {failure}
          </Note>
        </div>
      )}
      <div className="mt-4">
        <Facts
          facts={[
            { label: t('open.askedBy'), value: askedBy },
            { label: t('open.recognized'), value: t(`how.${recognizedBy}`) },
            {
              label: t('ask.reason'),
              value: <span className="whitespace-pre-line wrap-anywhere">{reason}</span>,
            },
          ]}
        />
      </div>
      <DialogActions>
        <Button onClick={onClose}>{t('open.close')}</Button>
        {needsConfirmation && askedBy !== own?.email && own?.id !== user.id && (
          <Button
            variant="danger"
            busy={confirm.isPending}
            onClick={() => confirm.mutate(input, finish(t('open.confirmed')))}
          >
            {t('open.confirm')}
          </Button>
        )}
        <Button
          variant="primary"
          busy={cancel.isPending}
          onClick={() => cancel.mutate(input, finish(t('open.cancelled')))}
        >
          {t('open.cancel')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
