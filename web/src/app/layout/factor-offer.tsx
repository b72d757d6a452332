import { screens } from '@medcloud/contract/screens';
import { useState } from 'react';
import { Link, useLocation } from 'react-router';
import { readStored, storageKeys, writeStored } from '../../lib/storage.ts';
import { useFormat } from '../../text/format.ts';
import { useText } from '../../text/language.tsx';
import { Button } from '../../ui/actions/button.tsx';
import { Note } from '../../ui/feedback/note.tsx';

/**
 * Offers to set up a second factor before the day from which one is needed (`YYYY-MM-DD`), once a day, on every page except the one
 * for it.
 */
export function FactorOffer({ dueOn }: { dueOn: string }) {
  const t = useText('account/factors.required');
  const format = useFormat();
  const { pathname } = useLocation();
  const today = new Date().toDateString();
  const [dismissedOn, setDismissedOn] = useState(() => readStored(storageKeys.factorOffer));
  if (dismissedOn === today || pathname === screens.accountSecurity) return null;
  const dismiss = () => {
    writeStored(storageKeys.factorOffer, today);
    setDismissedOn(today);
  };
  const action = (
    <Button asChild size="small">
      <Link to={screens.accountSecurity}>{t('setUp')}</Link>
    </Button>
  );
  return (
    <div className="mb-5">
      <Note title={t('title')} actions={action} onDismiss={dismiss}>
        {t('soon', { day: format.date(dueOn) })}
      </Note>
    </div>
  );
}
