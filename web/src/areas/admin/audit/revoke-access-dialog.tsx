import { useRevokeGrant } from '../../../calls/audit.ts';
import { errorMessageOf } from '../../../calls/client/use-api-query.ts';
import { RevokeGrantDialog } from '../../../forms/revoke-grant-dialog.tsx';
import { grantEndText } from '../../../text/grant-end.ts';
import { useText } from '../../../text/language.tsx';
import { useErrorMessage } from '../../../text/use-error-message.ts';
import { useToast } from '../../../ui/feedback/toast.tsx';

/** Revokes the grant of an audit entry, as an administrator. The entry itself shows the doctor and the patient. */
export function RevokeAccessDialog({ grant, onClose }: { grant: string; onClose: () => void }) {
  const t = useText(grantEndText);
  const errorMessage = useErrorMessage();
  const toast = useToast();
  const mutation = useRevokeGrant();
  const revoke = (reason: Parameters<typeof mutation.mutate>[0]['body']['reason']) =>
    mutation.mutate(
      { params: { id: grant }, body: { reason } },
      {
        onSuccess: () => {
          toast({ title: t('ended') });
          onClose();
        },
      },
    );
  return (
    <RevokeGrantDialog
      title={t('admin.title')}
      text={t('admin.text')}
      busy={mutation.isPending}
      error={mutation.isError ? (errorMessage(errorMessageOf(mutation.error)) ?? t('failed')) : undefined}
      onRevoke={revoke}
      onClose={onClose}
    />
  );
}
