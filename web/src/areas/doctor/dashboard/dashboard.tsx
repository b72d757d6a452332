import { ApiErrorState } from '../../../calls/client/api-error-state.tsx';
import { useDoctorDashboard, useWorklist } from '../../../calls/doctor.ts';
import { useFormat } from '../../../text/format.ts';
import { useText } from '../../../text/language.tsx';
import { StatCards } from '../../../ui/data/stat-cards.tsx';
import { PageHeader } from '../../../ui/layout/page-header.tsx';
import { AccessGuardNote, useAccessGuard } from '../shared/access-guard.tsx';
import { RecentActivity } from './recent-activity.tsx';
import { RequestLink } from './request-link.tsx';
import { useExamsToShow, Worklist } from './worklist.tsx';

/** Shows what waits for the doctor, and below it the doctor's figures and latest accesses. */
export function DoctorDashboard() {
  const t = useText('doctor');
  const format = useFormat();
  const dashboard = useDoctorDashboard();
  const { show } = useExamsToShow();
  const known = useAccessGuard(dashboard.error);
  const list = useWorklist(show, known === null);
  const guard = useAccessGuard(dashboard.error ?? list.error);
  const { data } = dashboard;
  const figure = (value: number | undefined) => (value === undefined ? undefined : format.number(value));
  return (
    <>
      <PageHeader title={t('dashboard.title')} action={guard === null ? <RequestLink isPrimary /> : undefined} />
      {guard === null ? (
        <Worklist list={list} />
      ) : (
        <div className="mb-5">
          <AccessGuardNote guard={guard} />
        </div>
      )}
      {dashboard.isError && data === undefined ? (
        <ApiErrorState title={t('dashboard.failed')} query={dashboard} />
      ) : (
        <>
          <StatCards
            stats={[
              { label: t('dashboard.patients'), value: figure(data?.patientsAccessed) },
              { label: t('dashboard.exams'), value: figure(data?.examsReviewed) },
              { label: t('dashboard.files'), value: figure(data?.filesDownloaded) },
            ]}
          />
          <RecentActivity rows={data?.recentActivity} canRequest={guard === null} />
        </>
      )}
    </>
  );
}
