import { ApiError } from '@medcloud/contract/api-client';
import { screens } from '@medcloud/contract/screens';
import type { Breach } from '@medcloud/contract/shapes/breaches';
import { Archive, ArrowLeft, Pencil, ShieldAlert } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { useBreach } from '../../../calls/breaches.ts';
import { ApiErrorState } from '../../../calls/client/api-error-state.tsx';
import { useBackLink } from '../../../lib/back-link.ts';
import { lazyComponent } from '../../../lib/lazy-component.tsx';
import { useText, useUiText } from '../../../text/language.tsx';
import { Button } from '../../../ui/actions/button.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { SkeletonRows } from '../../../ui/feedback/skeleton.tsx';
import { PageHeader } from '../../../ui/layout/page-header.tsx';
import { BreachFactsCard } from './breach-facts-card.tsx';
import { BreachStateBadge } from './breach-state-badge.tsx';
import { DraftsCard } from './drafts-card.tsx';
import { ExtentCard } from './extent-card.tsx';
import { NoticeCard } from './notice-card.tsx';

const EditBreach = lazyComponent(async () => (await import('./edit-breach.tsx')).EditBreach);
const CloseBreachDialog = lazyComponent(async () => (await import('./close-breach-dialog.tsx')).CloseBreachDialog);

/** Returns to the list in its previous state if the record was opened from it. */
function BackButton() {
  const t = useText('breaches');
  const { goBack } = useBackLink();
  return (
    <Button asChild variant="ghost" size="small" icon={ArrowLeft}>
      <Link to={screens.adminBreaches} className="-ml-2.5" onClick={goBack}>
        {t('title')}
      </Link>
    </Button>
  );
}

/** True if a required notice waits for its decision, so the record cannot be closed. */
const isUndecided = ({ authority, persons }: Breach) =>
  authority.state === 'due' || (persons.state === 'due' && persons.dueAt !== null);

function Actions({ breach, onEdit }: { breach: Breach; onEdit: () => void }) {
  const t = useText('breaches/record');
  const [isClosing, setClosing] = useState(false);
  if (breach.state === 'closed') return null;
  return (
    <div className="mb-5 flex flex-wrap gap-2">
      <Button icon={Pencil} onClick={onEdit}>
        {t('detail.edit')}
      </Button>
      <Button
        icon={Archive}
        onClick={() => setClosing(true)}
        reason={isUndecided(breach) ? t('close.notYet') : undefined}
      >
        {t('close.action')}
      </Button>
      {isClosing && <CloseBreachDialog id={breach.id} onClose={() => setClosing(false)} />}
    </div>
  );
}

function Record({ breach }: { breach: Breach }) {
  const [isEditing, setEditing] = useState(false);
  if (isEditing) return <EditBreach breach={breach} onClose={() => setEditing(false)} />;
  return (
    <>
      <Actions breach={breach} onEdit={() => setEditing(true)} />
      <div className="grid items-start gap-5 xl:grid-cols-2">
        <NoticeCard breach={breach} kind="authority" />
        <NoticeCard breach={breach} kind="persons" />
        <BreachFactsCard breach={breach} />
        <ExtentCard breach={breach} />
        <div className="min-w-0 xl:col-span-2">
          <DraftsCard id={breach.id} />
        </div>
      </div>
    </>
  );
}

/** Shows one record: the clocks of its notices, the facts, whom it touches, and the drafts. */
export function BreachDetail({ id }: { id: string }) {
  const t = useText('breaches');
  const record = useText('breaches/record.detail');
  const ui = useUiText();
  const { data: breach, error, isFetching, refetch } = useBreach(id);
  if (!breach)
    return (
      <>
        <PageHeader title={t('title')} back={<BackButton />} />
        {error instanceof ApiError && error.status === 404 && (
          <EmptyState icon={ShieldAlert} title={record('missing')} />
        )}
        {error && !(error instanceof ApiError && error.status === 404) && (
          <ApiErrorState title={record('failed')} query={{ error, isFetching, refetch }} />
        )}
        {!error && <SkeletonRows rows={8} label={ui('list.loading')} />}
      </>
    );
  return (
    <>
      <PageHeader title={breach.title} back={<BackButton />} action={<BreachStateBadge state={breach.state} />} />
      <Record breach={breach} />
    </>
  );
}
