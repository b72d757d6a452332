import { screens } from '@medcloud/contract/screens';
import type { DoctorProfile as Profile } from '@medcloud/contract/shapes/profile';
import { Link } from 'react-router';
import { ApiErrorState } from '../../../calls/client/api-error-state.tsx';
import { useDoctorDashboard, useDoctorProfile } from '../../../calls/doctor.ts';
import { useToday } from '../../../calls/today.ts';
import { useFormat } from '../../../text/format.ts';
import { useText, useUiText } from '../../../text/language.tsx';
import { Button } from '../../../ui/actions/button.tsx';
import { Facts } from '../../../ui/data/facts.tsx';
import { StatCards } from '../../../ui/data/stat-cards.tsx';
import { StatusBadge } from '../../../ui/data/status-badge.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import { PageHeader } from '../../../ui/layout/page-header.tsx';
import { CardSkeleton } from '../shared/card-skeleton.tsx';
import { subscriptionBadge } from '../shared/subscription-badge.ts';
import { ProfileCard } from './profile-card.tsx';

/** Shows the subscription's end, or what it waits for. */
function SubscriptionPeriod({ profile }: { profile: Profile }) {
  const t = useText('account');
  const ui = useUiText();
  const format = useFormat();
  const { subscriptionStatus } = profile.doctor;
  const today = useToday();
  const end = profile.user.subscriptionEndDate;
  const day = end && format.day(end);
  if (subscriptionStatus === 'pending') return t('subscription.begins');
  if (subscriptionStatus === 'active' && day) return t('subscription.activeUntil', { day });
  const hasEnded = subscriptionBadge(subscriptionStatus, end, today) === 'expired';
  return hasEnded && day ? t('subscription.endedOn', { day }) : ui('status.inactive');
}

function SubscriptionCard({ profile }: { profile: Profile }) {
  const t = useText('account');
  const ui = useUiText();
  const format = useFormat();
  const { subscription, subscriptionStatus } = profile.doctor;
  const next = subscription.nextBilling;
  const today = useToday();
  return (
    <Card
      title={ui('field.subscription')}
      aside={<StatusBadge status={subscriptionBadge(subscriptionStatus, profile.user.subscriptionEndDate, today)} />}
    >
      {subscription.plan && <p className="text-h2-large">{t(`plan.${subscription.plan}`)}</p>}
      <p className="mt-0.5 mb-4 text-body text-ink-muted figures">
        <SubscriptionPeriod profile={profile} />
      </p>
      <Facts
        facts={[
          {
            label: t('billing.fee'),
            value: <span className="figures">{format.euros(Math.round(subscription.monthlyFee * 100))}</span>,
          },
          {
            label: t('subscription.nextBilling'),
            value: <span className="figures">{next === null ? t('subscription.none') : format.day(next)}</span>,
          },
        ]}
      />
      <Button asChild className="mt-4 max-sm:w-full">
        <Link to={screens.doctorBilling}>{t('subscription.manage')}</Link>
      </Button>
    </Card>
  );
}

function VerificationCard({ profile }: { profile: Profile }) {
  const t = useText('account');
  const faults = useText('faults');
  const format = useFormat();
  const { isVerified, reviewSince } = profile.doctor;
  return (
    <Card title={t('verification.title')} aside={<StatusBadge status={isVerified ? 'verified' : 'pending'} />}>
      <p className="text-body">{isVerified ? t('verification.verifiedText') : faults('doctor_not_verified')}</p>
      {reviewSince && (
        <p className="mt-1 text-body text-ink-muted figures">
          {t('verification.reviewText', { day: format.date(reviewSince) })}
        </p>
      )}
    </Card>
  );
}

/** Shows the doctor's figures, the same as on the dashboard. */
function Statistics() {
  const t = useText('account');
  const format = useFormat();
  const { data, error, isFetching, refetch } = useDoctorDashboard();
  const figure = (value: number | undefined) => (value === undefined ? undefined : format.number(value));
  return (
    <section aria-labelledby="statistics">
      <h2 id="statistics" className="mb-3 text-h2">
        {t('statistics.title')}
      </h2>
      {error && !data ? (
        <ApiErrorState title={t('statistics.failed')} query={{ error, isFetching, refetch }} />
      ) : (
        <StatCards
          stats={[
            { label: t('statistics.patients'), value: figure(data?.patientsAccessed) },
            { label: t('statistics.exams'), value: figure(data?.examsReviewed) },
            { label: t('statistics.files'), value: figure(data?.filesDownloaded) },
            { label: t('statistics.centers'), value: figure(data?.medicalCenters) },
          ]}
        />
      )}
    </section>
  );
}

function HelpCard() {
  const t = useText('account');
  return (
    <Card title={t('help.title')}>
      <p className="mb-4 text-body text-ink-muted">{t('help.text')}</p>
      <Button asChild className="max-sm:w-full">
        <Link to={screens.doctorSupport}>{t('help.contact')}</Link>
      </Button>
    </Card>
  );
}

/** Narrow windows show the subscription above the long form, windows from 1024 px beside it. */
const grid = 'grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_22rem] lg:gap-5';

function Loading() {
  const t = useText('account');
  return (
    <div role="status" className={`skeleton ${grid}`}>
      <span className="sr-only">{t('profile.loading')}</span>
      <CardSkeleton lineCount={9} />
      <div className="flex flex-col gap-4">
        <CardSkeleton lineCount={5} />
        <CardSkeleton lineCount={2} />
      </div>
    </div>
  );
}

/** Shows the doctor's profile, subscription and verification (specification, section 2). */
export function DoctorProfile() {
  const t = useText('account');
  const { data: profile, error, isFetching, refetch } = useDoctorProfile();
  return (
    <>
      <PageHeader title={t('profile.title')} />
      {profile && (
        <div className={grid}>
          <div className="flex min-w-0 flex-col gap-6">
            <ProfileCard profile={profile} />
            <Statistics />
          </div>
          <div className="flex min-w-0 flex-col gap-4 max-lg:-order-1 max-lg:contents">
            <div className="flex min-w-0 flex-col gap-4 max-lg:-order-1 md:max-lg:grid md:max-lg:grid-cols-2">
              <SubscriptionCard profile={profile} />
              <VerificationCard profile={profile} />
            </div>
            <HelpCard />
          </div>
        </div>
      )}
      {!profile && error && <ApiErrorState title={t('profile.failed')} query={{ error, isFetching, refetch }} />}
      {!profile && !error && <Loading />}
    </>
  );
}
