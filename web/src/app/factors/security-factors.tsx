import type { AccountSecurity } from '@medcloud/contract/shapes/factors';
import { type ReactNode, useState } from 'react';
import { useAccountSecurity } from '../../calls/account.ts';
import { ApiErrorState } from '../../calls/client/api-error-state.tsx';
import { lazyComponent } from '../../lib/lazy-component.tsx';
import { useText, useUiText } from '../../text/language.tsx';
import { SkeletonRows } from '../../ui/feedback/skeleton.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { AppCard } from './app-card.tsx';
import { PasskeysCard } from './passkeys-card.tsx';
import { RecoveryCodesCard } from './recovery-codes-card.tsx';

const NewCodes = lazyComponent(async () => (await import('./new-codes.tsx')).NewCodes);

interface FactorsProps {
  security: AccountSecurity;
  /** Below the cards. */
  children?: ReactNode;
}

function Factors({ security, children }: FactorsProps) {
  const [newCodes, setNewCodes] = useState<readonly string[] | null>(null);
  if (newCodes !== null) return <NewCodes codes={newCodes} onDone={() => setNewCodes(null)} />;
  return (
    <>
      <PasskeysCard security={security} onCodes={setNewCodes} />
      <AppCard security={security} onCodes={setNewCodes} />
      {security.recoveryCodes && <RecoveryCodesCard codes={security.recoveryCodes} onCodes={setNewCodes} />}
      {children}
    </>
  );
}

/**
 * Shows the passkeys, the authenticator app and the recovery codes, and `children` below them. New codes take the place of all
 * until they are kept.
 */
export function SecurityFactors({ children }: { children?: ReactNode }) {
  const t = useText('account/factors.security');
  const ui = useUiText();
  const security = useAccountSecurity();
  if (security.data) return <Factors security={security.data}>{children}</Factors>;
  return (
    <Card>
      {security.error ? (
        <ApiErrorState title={t('loadFailed')} query={security} />
      ) : (
        <SkeletonRows rows={2} label={ui('list.loading')} />
      )}
    </Card>
  );
}
