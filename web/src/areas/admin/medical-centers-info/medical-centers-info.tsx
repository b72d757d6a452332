import { screens } from '@medcloud/contract/screens';
import type { MedicalCenterDetails } from '@medcloud/contract/shapes/accounts';
import { Building2, List, Plus } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { useUrlParams, withParam } from '../../../app/routing/url-params.ts';
import { useUrlText } from '../../../app/routing/url-text.ts';
import { useCentersDetailed } from '../../../calls/admin.ts';
import { lazyComponent } from '../../../lib/lazy-component.tsx';
import { useText, useUiText } from '../../../text/language.tsx';
import { Button } from '../../../ui/actions/button.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { PageHeader } from '../../../ui/layout/page-header.tsx';
import { CardList } from '../shared/card-list.tsx';
import { subscriberOf } from '../shared/subscription/subscriber.ts';
import { CenterCard } from './center-card.tsx';
import { useCenterOrder } from './center-order.ts';
import { CentersToolbar } from './centers-toolbar.tsx';

const ManageSubscription = lazyComponent(
  async () => (await import('../shared/subscription/manage-subscription.tsx')).ManageSubscription,
);

const CenterDrawer = lazyComponent(async () => (await import('./center-drawer.tsx')).CenterDrawer);

/**
 * Returns the center whose details are open, from the URL. Only the first adds a history entry: a phone's Back button
 * then returns to the list.
 */
function useOpenCenter() {
  const [params, setParams] = useUrlParams();
  const openId = params.get('center');
  const open = (id: string | null) =>
    setParams((before) => withParam(before, 'center', id ?? ''), { replace: openId !== null });
  return { openId, open };
}

function Actions() {
  const t = useText('admin.lists');
  const admin = useText('admin');
  return (
    <>
      <Button asChild icon={List}>
        <Link to={screens.adminMedicalCenters}>{t('info.toPlain')}</Link>
      </Button>
      <span className="max-md:hidden">
        <Button asChild variant="primary" icon={Plus}>
          <Link to={screens.adminMedicalCenterSignup}>{admin('center.title')}</Link>
        </Button>
      </span>
    </>
  );
}

function NoCenters({ isSearch, onClear }: { isSearch: boolean; onClear: () => void }) {
  const t = useText('admin.lists');
  const admin = useText('admin');
  const ui = useUiText();
  if (isSearch) {
    const clear = <Button onClick={onClear}>{ui('action.clearSearch')}</Button>;
    return <EmptyState icon={Building2} title={t('info.none')} text={t('info.noMatch')} action={clear} />;
  }
  const register = (
    <Button asChild variant="primary">
      <Link to={screens.adminMedicalCenterSignup}>{admin('center.title')}</Link>
    </Button>
  );
  return <EmptyState icon={Building2} title={t('info.none')} text={t('info.noneYet')} action={register} />;
}

/** Lists every center with subscription and figures. Details open beside the list. */
export function MedicalCentersInfo() {
  const t = useText('admin.lists');
  const { typed, debounced, setTyped } = useUrlText('search');
  const order = useCenterOrder();
  const { openId, open } = useOpenCenter();
  const [managed, setManaged] = useState<MedicalCenterDetails | null>(null);
  const search = debounced.trim();
  const list = useCentersDetailed({ search, sortBy: order.sortBy, sortOrder: order.sortOrder });
  return (
    <>
      <PageHeader title={t('info.title')} action={<Actions />} />
      <CentersToolbar
        typed={typed}
        onType={setTyped}
        order={order}
        total={list.rows ? list.total : null}
        isSearch={search !== ''}
      />
      <CardList
        label={t('info.title')}
        list={list}
        rowKey={(center) => center.id}
        card={(center) => (
          <CenterCard
            center={center}
            search={search}
            isOpen={openId === center.id}
            onOpen={() => open(openId === center.id ? null : center.id)}
            onManage={() => setManaged(center)}
          />
        )}
        lineCount={7}
        errorTitle={t('info.failed')}
        empty={<NoCenters isSearch={search !== ''} onClear={() => setTyped('')} />}
      />
      {openId !== null && (
        <CenterDrawer
          key={openId}
          id={openId}
          listedCenter={list.rows?.find((center) => center.id === openId)}
          onManage={setManaged}
          onClose={() => open(null)}
        />
      )}
      {managed && <ManageSubscription user={subscriberOf(managed)} onClose={() => setManaged(null)} />}
    </>
  );
}
