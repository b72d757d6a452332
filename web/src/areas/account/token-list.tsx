import type { ApiToken } from '@medcloud/contract';
import { useState } from 'react';
import { useApiTokens, useRevokeApiToken } from '../../calls/account.ts';
import { sentenceOf } from '../../calls/client/use-call.ts';
import { apiTokensText } from '../../text/api-tokens.ts';
import { useFormat } from '../../text/format.ts';
import { useText, useUiText } from '../../text/language.tsx';
import { useSentence } from '../../text/sentences.ts';
import { Button } from '../../ui/actions/button.tsx';
import { RelativeTime } from '../../ui/data/relative-time.tsx';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import { later } from '../../ui/feedback/later.tsx';
import { SkeletonRows } from '../../ui/feedback/skeleton.tsx';
import { useToast } from '../../ui/feedback/toast.tsx';

const ConfirmDialog = later(async () => (await import('../../ui/overlays/confirm-dialog.tsx')).ConfirmDialog);

function TokenRow({ token, onEnd }: { token: ApiToken; onEnd: () => void }) {
  const t = useText(apiTokensText);
  const format = useFormat();
  const { name, expiresAt, lastUsedAt } = token;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
      <div className="min-w-0">
        <p className="text-body font-thing break-words">{name}</p>
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
      <Button size="small" variant="dangerOutline" aria-label={t('endOne', { name })} onClick={onEnd}>
        {t('end')}
      </Button>
    </li>
  );
}

function EndDialog({ token, onClose }: { token: ApiToken; onClose: () => void }) {
  const t = useText(apiTokensText);
  const ui = useUiText();
  const sentence = useSentence();
  const toast = useToast();
  const end = useRevokeApiToken();
  const onSuccess = () => {
    toast({ title: t('ended') });
    onClose();
  };
  const failure =
    end.error === null ? undefined : (sentence(sentenceOf(end.error) ?? undefined) ?? ui('error.noAnswer'));
  return (
    <ConfirmDialog
      open
      danger
      onClose={onClose}
      title={t('endTitle', { name: token.name })}
      text={t('endText')}
      confirm={t('endConfirm')}
      confirming={t('ending')}
      keep={t('keep')}
      busy={end.isPending}
      error={failure}
      onConfirm={() => end.mutate({ params: { id: token.id } }, { onSuccess })}
    />
  );
}

/** The tokens that work, with what tells them apart, and the way to end one. */
export function TokenList() {
  const t = useText(apiTokensText);
  const ui = useUiText();
  const tokens = useApiTokens();
  const [ending, setEnding] = useState<ApiToken | null>(null);
  return (
    <section>
      <h3 className="text-body font-thing">{t('list')}</h3>
      {tokens.isPending && <SkeletonRows rows={2} label={ui('list.loading')} />}
      {tokens.error && (
        <ErrorState title={t('loadFailed')} onRetry={() => void tokens.refetch()} busy={tokens.isFetching} />
      )}
      {tokens.data?.length === 0 && <p className="mt-1 text-body text-ink-muted">{t('none')}</p>}
      <ul className="divide-y divide-line">
        {tokens.data?.map((token) => (
          <TokenRow key={token.id} token={token} onEnd={() => setEnding(token)} />
        ))}
      </ul>
      {ending && <EndDialog token={ending} onClose={() => setEnding(null)} />}
    </section>
  );
}
