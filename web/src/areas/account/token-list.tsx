import type { ApiToken } from '@medcloud/contract';
import { useState } from 'react';
import { useApiTokens, useRevokeApiToken } from '../../calls/account.ts';
import { lazyComponent } from '../../lib/lazy-component.tsx';
import { useFormat } from '../../text/format.ts';
import { useText, useUiText } from '../../text/language.tsx';
import { useFailure } from '../../text/use-error-message.ts';
import { Button } from '../../ui/actions/button.tsx';
import { RelativeTime } from '../../ui/data/relative-time.tsx';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import { SkeletonRows } from '../../ui/feedback/skeleton.tsx';
import { useToast } from '../../ui/feedback/toast.tsx';

const ConfirmDialog = lazyComponent(async () => (await import('../../ui/overlays/confirm-dialog.tsx')).ConfirmDialog);

function TokenRow({ token, onRevoke }: { token: ApiToken; onRevoke: () => void }) {
  const t = useText('account.apiTokens');
  const format = useFormat();
  const { name, expiresAt, lastUsedAt } = token;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
      <div className="min-w-0">
        <p className="text-body font-strong break-words">{name}</p>
        <p className="text-small text-ink-muted">
          {t('expires', { day: format.date(expiresAt) })}
          {' · '}
          {lastUsedAt === null ? (
            t('unused')
          ) : (
            <>
              {t('used')} <RelativeTime at={lastUsedAt} />
            </>
          )}
        </p>
      </div>
      <Button size="small" variant="dangerOutline" aria-label={t('endOne', { name })} onClick={onRevoke}>
        {t('end')}
      </Button>
    </li>
  );
}

function RevokeDialog({ token, onClose }: { token: ApiToken; onClose: () => void }) {
  const t = useText('account.apiTokens');
  const ui = useUiText();
  const describeFailure = useFailure();
  const toast = useToast();
  const mutation = useRevokeApiToken();
  const onSuccess = () => {
    toast({ title: t('ended') });
    onClose();
  };
  return (
    <ConfirmDialog
      open
      isDangerous
      onClose={onClose}
      title={t('endTitle', { name: token.name })}
      text={t('endText')}
      confirmLabel={t('endConfirm')}
      confirmingLabel={t('ending')}
      cancelLabel={ui('action.cancel')}
      busy={mutation.isPending}
      error={describeFailure(mutation.error)}
      onConfirm={() => mutation.mutate({ params: { id: token.id } }, { onSuccess })}
    />
  );
}

/** Lists the active tokens with their distinguishing details and revokes them. */
export function TokenList() {
  const t = useText('account.apiTokens');
  const ui = useUiText();
  const tokens = useApiTokens();
  const [tokenToRevoke, setTokenToRevoke] = useState<ApiToken | null>(null);
  return (
    <section>
      <h3 className="text-body font-strong">{t('list')}</h3>
      {tokens.isPending && <SkeletonRows rows={2} label={ui('list.loading')} />}
      {tokens.error && (
        <ErrorState title={t('loadFailed')} onRetry={() => void tokens.refetch()} busy={tokens.isFetching} />
      )}
      {tokens.data?.length === 0 && <p className="mt-1 text-body text-ink-muted">{t('none')}</p>}
      <ul className="divide-y divide-line">
        {tokens.data?.map((token) => (
          <TokenRow key={token.id} token={token} onRevoke={() => setTokenToRevoke(token)} />
        ))}
      </ul>
      {tokenToRevoke && <RevokeDialog token={tokenToRevoke} onClose={() => setTokenToRevoke(null)} />}
    </section>
  );
}
