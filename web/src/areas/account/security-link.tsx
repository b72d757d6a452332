import { screens } from '@medcloud/contract/screens';
import type { AccountSecurity } from '@medcloud/contract/shapes/factors';
import { Link } from 'react-router';
import { useAccountSecurity } from '../../calls/account.ts';
import { useText } from '../../text/language.tsx';
import { Button } from '../../ui/actions/button.tsx';
import { Card } from '../../ui/layout/card.tsx';

const protectionOf = ({ passkeys, totp }: AccountSecurity) =>
  passkeys.length > 0 ? 'passkeyProtected' : totp ? 'protected' : 'none';

/** Says how the account is protected, and leads to its second factor and its sessions. */
export function SecurityLink() {
  const t = useText('account/factors.security');
  const security = useAccountSecurity().data;
  return (
    <Card title={t('link')}>
      <div className="flex flex-col items-start gap-4">
        <p className="min-h-lh text-body text-ink-muted">{security && t(protectionOf(security))}</p>
        <Button asChild>
          <Link to={screens.accountSecurity}>{t('open')}</Link>
        </Button>
      </div>
    </Card>
  );
}
