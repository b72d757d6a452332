import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useParams } from 'react-router';
import { useUrlParams, withParam } from '../../../app/routing/url-params.ts';
import { lazyComponent } from '../../../lib/lazy-component.tsx';
import { useText } from '../../../text/language.tsx';
import { Button } from '../../../ui/actions/button.tsx';
import { PageHeader } from '../../../ui/layout/page-header.tsx';
import { Tabs } from '../../../ui/layout/tabs.tsx';
import { AccountList } from './account-list.tsx';
import { AllUndecidedPayments } from './undecided/undecided-payments.tsx';

const AccountPage = lazyComponent(async () => (await import('./account-page.tsx')).AccountPage);
const AllInvoices = lazyComponent(async () => (await import('./all-invoices.tsx')).AllInvoices);
const Bank = lazyComponent(async () => (await import('./bank/bank.tsx')).Bank);
const BillingOverview = lazyComponent(async () => (await import('./overview/overview.tsx')).BillingOverview);
const ExportBooks = lazyComponent(async () => (await import('./export-books.tsx')).ExportBooks);
const PaymentDialog = lazyComponent(async () => (await import('./payment-dialog.tsx')).PaymentDialog);
const ReceivedPayments = lazyComponent(async () => (await import('./received-payments.tsx')).ReceivedPayments);
const TaxAuthority = lazyComponent(async () => (await import('./fiscal/fiscal.tsx')).TaxAuthority);
const PriceList = lazyComponent(async () => (await import('./prices/price-list.tsx')).PriceList);

const views = ['overview', 'accounts', 'invoices', 'payments', 'bank', 'prices', 'fiscal', 'export'] as const;
type View = (typeof views)[number];

/** The tab in the address. The other tab's search does not stay. */
function useView() {
  const [params, setParams] = useUrlParams();
  const view = views.find((name) => name === params.get('tab')) ?? 'accounts';
  const choose = (wanted: View) =>
    setParams(() => withParam(new URLSearchParams(), 'tab', wanted === 'accounts' ? '' : wanted), { replace: true });
  return { view, choose };
}

function Lists() {
  const t = useText('billing/admin');
  const { view, choose } = useView();
  const [isRecording, setRecording] = useState(false);
  const action = (
    <Button variant="primary" icon={Plus} onClick={() => setRecording(true)}>
      {t('record')}
    </Button>
  );
  return (
    <>
      <PageHeader title={t('title')} purpose={t('purpose')} action={action} />
      <AllUndecidedPayments />
      <Tabs<View>
        label={t('title')}
        value={view}
        onChange={choose}
        tabs={views.map((value) => ({ value, label: t(`tabs.${value}`) }))}
      >
        {view === 'overview' && <BillingOverview />}
        {view === 'accounts' && <AccountList />}
        {view === 'invoices' && <AllInvoices />}
        {view === 'payments' && <ReceivedPayments />}
        {view === 'bank' && <Bank />}
        {view === 'fiscal' && <TaxAuthority />}
        {view === 'prices' && <PriceList />}
        {view === 'export' && <ExportBooks />}
      </Tabs>
      {isRecording && <PaymentDialog onClose={() => setRecording(false)} />}
    </>
  );
}

/** Shows who owes what, all documents and the bank's movements, or the account in the address. */
export function AdminBilling() {
  const { userId } = useParams();
  return userId === undefined ? <Lists /> : <AccountPage key={userId} userId={userId} />;
}
