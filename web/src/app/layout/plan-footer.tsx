import { useDoctorProfile } from '../../calls/doctor.ts';
import { useFormat } from '../../text/format.ts';
import { useText } from '../../text/language.tsx';

/** The navigation's footer for doctors: the plan and its end date. Renders nothing until they have loaded. */
export function PlanFooter() {
  const t = useText('account');
  const format = useFormat();
  const { data } = useDoctorProfile();
  const plan = data?.doctor.subscription.plan;
  if (!data || !plan) return null;
  const { subscriptionStatus } = data.doctor;
  const day = data.user.subscriptionEndDate;
  return (
    <>
      <p className="font-semibold text-ink">{t(`plan.${plan}`)}</p>
      <p className="figures">
        {subscriptionStatus === 'active' && day
          ? t('foot.active', { day: format.day(day) })
          : t(subscriptionStatus === 'pending' ? 'foot.pending' : 'foot.inactive')}
      </p>
    </>
  );
}
