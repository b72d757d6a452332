import { useDoctorProfile } from '../../calls/doctor.ts';
import { doctorAccountText } from '../../text/doctor-account.ts';
import { useFormat } from '../../text/format.ts';
import { useText } from '../../text/language.tsx';

/** At the foot of the navigation: the doctor's plan, and until when it runs. Nothing while it is not known. */
export function PlanFooter() {
  const t = useText(doctorAccountText);
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
