import { PublicLayout } from '../../app/layout/public-layout.tsx';
import { useText, useUiText } from '../../text/language.tsx';
import { PageTitle } from './page-title.tsx';
import { ConsentButton } from './parts.tsx';
import type { LinkError } from './use-link.ts';

/** Shows a skeleton while the link is loading. */
export function Loading() {
  const t = useText('consent');
  const ui = useUiText();
  return (
    <PublicLayout title={t('page')}>
      <div role="status" className="skeleton">
        <span className="sr-only">{ui('list.loading')}</span>
        <div className="h-8 w-4/5 skeleton-bar" />
        <div className="mt-2 h-8 w-3/5 skeleton-bar" />
        <div className="mt-6 h-28 skeleton-bar" />
        <div className="mt-8 h-6 w-2/5 skeleton-bar" />
        <div className="mt-3 h-20 skeleton-bar" />
      </div>
    </PublicLayout>
  );
}

/** Shows that the link is missing or invalid. */
export function Message({ kind }: { kind: 'missing' | 'expired' }) {
  const t = useText('consent');
  return (
    <PublicLayout title={t(`${kind}.title`)}>
      <PageTitle>{t(`${kind}.title`)}</PageTitle>
      <p className="mt-4">{t(`${kind}.text`)}</p>
      {kind === 'expired' && <p className="mt-4 text-ink-muted">{t('expired.live')}</p>}
    </PublicLayout>
  );
}

/** Shows that the link could not be loaded, with a button that retries. */
export function LoadError({
  error,
  isRetrying,
  reload,
}: {
  error: LinkError;
  isRetrying: boolean;
  reload: () => Promise<void>;
}) {
  const t = useText('consent');
  return (
    <PublicLayout title={t('failed.title')}>
      <PageTitle>{t('failed.title')}</PageTitle>
      <p role="alert" className="mt-4 mb-6">
        {t(`failed.${error}`)}
      </p>
      <ConsentButton variant="quiet" busy={isRetrying} busyLabel={t('failed.retrying')} onClick={() => void reload()}>
        {t('failed.retry')}
      </ConsentButton>
    </PublicLayout>
  );
}
