import type { Invitation } from '@medcloud/contract/shapes/team';
import { useText } from '../../../text/language.tsx';
import { Facts } from '../../../ui/data/facts.tsx';

/** Shows the center, the name to sign in with, and the roles with what each opens. */
export function InvitationDetails({ invitation }: { invitation: Invitation }) {
  const t = useText('center/team');
  const { centerName, centerId, username, email, roles } = invitation;
  const opened = roles.map((role) => (
    <span key={role} className="not-last:mb-1 block">
      <span className="font-strong">{t(`role.${role}`)}</span>
      <span className="block text-small text-ink-muted">{t(`opens.${role}`)}</span>
    </span>
  ));
  return (
    <div className="mb-6 rounded-card border border-line bg-surface p-4">
      <Facts
        facts={[
          { label: t('invitation.center'), value: centerName },
          { label: t('field.signInName'), value: <span className="code">{`${centerId}/${username}`}</span> },
          { label: t('invitation.email'), value: email },
          { label: t('field.roles'), value: opened },
        ]}
      />
    </div>
  );
}
