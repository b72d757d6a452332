import { screens } from '@medcloud/contract/screens';
import { Link } from 'react-router';
import { useFormat } from '../../../text/format.ts';
import { useText } from '../../../text/language.tsx';
import { Note } from '../../../ui/feedback/note.tsx';
import type { Subscription } from './is-subscription-ending.ts';

/** Shows when the subscription ends or ended, and the contact. */
export function SubscriptionWarning({ status, end }: Subscription) {
  const t = useText('center');
  const format = useFormat();
  const day = end === null ? '' : format.day(end);
  return (
    <div className="mb-5">
      <Note
        variant="warning"
        title={t(status === 'expired' ? 'subscription.ended' : 'subscription.ends', { day })}
        live="off"
      >
        {t('subscription.text')}{' '}
        <Link to={screens.support} className="underline">
          {t('subscription.ask')}
        </Link>
      </Note>
    </div>
  );
}
