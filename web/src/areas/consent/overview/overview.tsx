import { limits } from '@medcloud/contract/limits';
import { PublicLayout } from '../../../app/layout/public-layout.tsx';
import { useText } from '../../../text/language.tsx';
import { LoadError, Loading } from '../notices.tsx';
import { PageTitle } from '../page-title.tsx';
import { ConsentButton, ErrorMessage, Part } from '../parts.tsx';
import { useLinkAction } from '../use-link.ts';
import { OverviewGrant } from './overview-grant.tsx';
import { type OverviewView, useOverview } from './use-overview.ts';

/**
 * Shows all grants of the phone's number over all centers, after a code from the phone: active ones, which can be changed
 * or revoked, and ended ones.
 */
export default function OverviewPage({ token, onClose }: { token: string; onClose: () => void }) {
  const { view, reload, loadMore } = useOverview(token);
  switch (view.kind) {
    case 'loading':
      return <Loading />;
    case 'failed':
      return <LoadError error={view.error} isRetrying={false} reload={reload} />;
    case 'closed':
      return <ClosedOverview onClose={onClose} />;
    case 'open':
      return <OpenOverview token={token} view={view} reload={reload} loadMore={loadMore} onClose={onClose} />;
  }
}

function ClosedOverview({ onClose }: { onClose: () => void }) {
  const t = useText('consent');
  return (
    <PublicLayout title={t('overview.closed')}>
      <PageTitle shouldFocus>{t('overview.closed')}</PageTitle>
      <p className="mt-4 mb-6">{t('overview.closedText')}</p>
      <ConsentButton variant="quiet" onClick={onClose}>
        {t('overview.back')}
      </ConsentButton>
    </PublicLayout>
  );
}

function OpenOverview({
  token,
  view,
  reload,
  loadMore,
  onClose,
}: {
  token: string;
  view: Extract<OverviewView, { kind: 'open' }>;
  reload: () => Promise<void>;
  loadMore: (cursor: string) => Promise<void>;
  onClose: () => void;
}) {
  const t = useText('consent');
  const action = useLinkAction(reload);
  const { grants, cursor, days } = view;
  const active = grants.filter(({ status }) => status === 'granted');
  const ended = grants.filter(({ status }) => status !== 'granted');
  return (
    <PublicLayout title={t('overview.title')}>
      <PageTitle shouldFocus>{t('overview.title')}</PageTitle>
      <p className="mt-2 text-prose text-ink-muted">{t('overview.closes', { count: limits.overviewMs / 60_000 })}</p>
      <Part title={t('overview.active')} aside={active.length > 0 ? active.length : undefined}>
        {active.length === 0 && <p className="text-ink-muted">{t('overview.none')}</p>}
        <ul className="flex flex-col gap-4">
          {active.map((grant) => (
            <OverviewGrant key={grant.id} {...{ token, grant, days, action }} />
          ))}
        </ul>
      </Part>
      {ended.length > 0 && (
        <Part title={t('overview.ended')}>
          <ul className="flex flex-col gap-4">
            {ended.map((grant) => (
              <OverviewGrant key={grant.id} {...{ token, grant, days, action }} />
            ))}
          </ul>
        </Part>
      )}
      <div className="mt-6 flex flex-col gap-3">
        <ErrorMessage error={action.error} />
        {cursor !== null && (
          <ConsentButton variant="quiet" disabled={action.busy !== null} onClick={() => void loadMore(cursor)}>
            {t('log.more')}
          </ConsentButton>
        )}
        <ConsentButton variant="quiet" disabled={action.busy !== null} onClick={onClose}>
          {t('overview.back')}
        </ConsentButton>
      </div>
    </PublicLayout>
  );
}
