import { Plus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useUrlParams } from '../../../app/routing/url-params.ts';
import { lazyComponent } from '../../../lib/lazy-component.tsx';
import { useText } from '../../../text/language.tsx';
import { Button } from '../../../ui/actions/button.tsx';
import { PageHeader } from '../../../ui/layout/page-header.tsx';
import { Tabs } from '../../../ui/layout/tabs.tsx';
import { AccessGuardNote, useAccessGuard } from '../shared/access-guard.tsx';
import { AccessibleList, useAccessibleList } from './accessible-list.tsx';
import { RequestPanel } from './request-panel.tsx';
import { useAccessRequest } from './use-access-request.ts';

const SupportPanel = lazyComponent(async () => (await import('../support/support.tsx')).SupportPanel);

type TabName = 'retrieve' | 'support';

/** Reads the tab from the URL. The current request and the search stay in the URL too. */
function useTab(): [TabName, (tab: TabName) => void] {
  const [params, setParams] = useUrlParams();
  const choose = (tab: TabName) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        if (tab === 'support') next.set('tab', tab);
        else next.delete('tab');
        return next;
      },
      { replace: true },
    );
  return [params.get('tab') === 'support' ? 'support' : 'retrieve', choose];
}

/** Shows title and tabs. Every doctor can open the support tab. */
function PatientsLayout({ action, children }: { action?: ReactNode; children: ReactNode }) {
  const t = useText('doctor');
  const [tab, choose] = useTab();
  const [hasSupport, setHasSupport] = useState(false);
  if (tab === 'support' && !hasSupport) setHasSupport(true);
  const tabs = [
    { value: 'retrieve', label: t('patients.tabs.retrieve') },
    { value: 'support', label: t('patients.tabs.support') },
  ] as const;
  return (
    <>
      <PageHeader
        title={t('patients.title')}
        purpose={t('patients.purpose')}
        action={tab === 'retrieve' ? action : undefined}
      />
      <Tabs<TabName> label={t('patients.title')} value={tab} onChange={choose} tabs={tabs}>
        {tab === 'retrieve' && children}
        {/* stays while the other tab is open: it has the typed message */}
        {hasSupport && (
          <div hidden={tab !== 'support'}>
            <SupportPanel />
          </div>
        )}
      </Tabs>
    </>
  );
}

function WorkArea() {
  const t = useText('doctor');
  const current = useAccessRequest();
  const accessible = useAccessibleList();
  const guard = useAccessGuard(accessible.list.error ?? current.requests.error);
  const action = (
    <Button variant="primary" icon={Plus} onClick={() => current.choose(null)}>
      {t('patients.newRequest')}
    </Button>
  );
  return (
    <PatientsLayout action={guard === null ? action : undefined}>
      {guard === null ? (
        <>
          <RequestPanel current={current} patients={accessible.list.rows ?? []} />
          <AccessibleList {...accessible} />
        </>
      ) : (
        <AccessGuardNote guard={guard} />
      )}
    </PatientsLayout>
  );
}

/** Shows Retrieve Data: access requests, the patients who consented, and the support contacts. */
export function DoctorPatients() {
  const guard = useAccessGuard();
  if (guard === null) return <WorkArea />;
  return (
    <PatientsLayout>
      <AccessGuardNote guard={guard} />
    </PatientsLayout>
  );
}
