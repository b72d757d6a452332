import { screens } from '@medcloud/contract/screens';
import { Link } from 'react-router';
import { useText } from '../../../text/language.tsx';
import { Button } from '../../../ui/actions/button.tsx';

/** Leads to a new access request. */
export function RequestLink({ isPrimary }: { isPrimary?: boolean }) {
  const t = useText('doctor');
  return (
    <Button asChild variant={isPrimary ? 'primary' : 'quiet'}>
      <Link to={screens.doctorPatients}>{t('dashboard.request')}</Link>
    </Button>
  );
}
