import { screens } from '@medcloud/contract/screens';
import { ArrowLeft } from 'lucide-react';
import { Link } from 'react-router';
import { SecurityFactors } from '../../../app/factors/security-factors.tsx';
import { useText } from '../../../text/language.tsx';
import { PageHeader } from '../../../ui/layout/page-header.tsx';
import { OwnSessions } from './own-sessions.tsx';

/** Shows how the account is protected beside the password, and where its user is signed in. */
export function AccountSecurity() {
  const t = useText('account/factors.security');
  const auth = useText('auth');
  return (
    <>
      <PageHeader
        title={t('title')}
        purpose={t('purpose')}
        back={
          <Link
            to={screens.account}
            className="inline-flex min-h-6 items-center gap-2 text-small font-strong text-primary-text hover:underline"
          >
            <ArrowLeft size={16} />
            {auth('account.title')}
          </Link>
        }
      />
      <div className="flex max-w-180 flex-col gap-4">
        <SecurityFactors />
        <OwnSessions />
      </div>
    </>
  );
}
