import { screens } from '@medcloud/contract/screens';
import { useState } from 'react';
import { Link, useLocation } from 'react-router';
import { useText } from '../../text/language.tsx';
import { Button } from '../../ui/actions/button.tsx';
import { Note } from '../../ui/feedback/note.tsx';

/** Asks the user to replace an assigned password, on every page except the account page. */
export function PasswordNotice({ isAdmin }: { isAdmin: boolean }) {
  const { pathname } = useLocation();
  const [isDismissed, setDismissed] = useState(false);
  const t = useText('frame');
  if (isDismissed || pathname === screens.account) return null;
  const action = (
    <Button asChild size="small">
      <Link to={screens.account}>{t('mustChange.change')}</Link>
    </Button>
  );
  return (
    <div className="mb-5">
      <Note variant="warning" title={t('mustChange.title')} actions={action} onDismiss={() => setDismissed(true)}>
        {t(isAdmin ? 'mustChange.textAdmin' : 'mustChange.text')}
      </Note>
    </div>
  );
}
