import { usePendingDoctors } from '../../../calls/admin.ts';
import { useText } from '../../../text/language.tsx';
import { PageHeader } from '../../../ui/layout/page-header.tsx';
import { PendingDoctors } from '../shared/pending-doctors.tsx';

/** Lists the doctors waiting for verification, each with the approve and reject buttons. */
export function ApproveDoctors() {
  const t = useText('admin');
  return (
    <>
      <PageHeader title={t('approve.title')} purpose={t('approve.purpose')} />
      <PendingDoctors pending={usePendingDoctors()} isDetailed />
    </>
  );
}
