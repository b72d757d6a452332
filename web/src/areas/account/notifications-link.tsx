import { screens } from '@medcloud/contract/screens';
import { Link } from 'react-router';
import { useText } from '../../text/language.tsx';
import { Button } from '../../ui/actions/button.tsx';
import { Card } from '../../ui/layout/card.tsx';

/** Leads a doctor to the choice of mails. */
export function NotificationsLink() {
  const t = useText('account.notifications');
  return (
    <Card title={t('link')}>
      <div className="flex flex-col items-start gap-4">
        <p className="text-body text-ink-muted">{t('linkText')}</p>
        <Button asChild>
          <Link to={screens.accountNotifications}>{t('open')}</Link>
        </Button>
      </div>
    </Card>
  );
}
