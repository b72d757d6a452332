import { useRevokeGrant } from '../../../calls/audit.ts';
import { RevokeGrantDialog } from '../../../forms/revoke-grant-dialog.tsx';
import { useText } from '../../../text/language.tsx';

/** Revokes the grant of an audit entry, as an administrator. The entry itself shows the doctor and the patient. */
export function RevokeAccessDialog({ grant, onClose }: { grant: string; onClose: () => void }) {
  const t = useText('access');
  const mutation = useRevokeGrant();
  return (
    <RevokeGrantDialog
      title={t('admin.title')}
      text={t('admin.text')}
      grantId={grant}
      mutation={mutation}
      onClose={onClose}
    />
  );
}
