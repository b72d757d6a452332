import { screens } from '@medcloud/contract/screens';
import { Link } from 'react-router';
import { lazyComponent } from '../../../lib/lazy-component.tsx';
import { useText } from '../../../text/language.tsx';
import { PageHeader } from '../../../ui/layout/page-header.tsx';
import { SupportCards } from './support-cards.tsx';

const SupportForm = lazyComponent(async () => (await import('./support-form.tsx')).SupportForm);

/** Shows contacts, hours and the message form, on the support page and in a tab of Retrieve Data. */
export function SupportPanel() {
  const t = useText('account');
  return (
    <div className="flex flex-col gap-6">
      <SupportCards />
      <SupportForm />
      <p className="text-body text-ink-muted">
        {t('support.help')}{' '}
        <Link to={screens.support} className="font-strong text-primary-text hover:underline">
          {t('support.toHelp')}
        </Link>
      </p>
    </div>
  );
}

/** Shows how a doctor can contact the operator (specification, section 2). */
export function DoctorSupport() {
  const t = useText('account');
  return (
    <>
      <PageHeader title={t('support.title')} />
      <SupportPanel />
    </>
  );
}
