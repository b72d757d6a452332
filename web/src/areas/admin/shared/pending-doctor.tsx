import type { PendingDoctor as PendingDoctorShape } from '@medcloud/contract/shapes/accounts';
import { Check } from 'lucide-react';
import { useState } from 'react';
import { useApproveDoctor } from '../../../calls/admin.ts';
import { lazyComponent } from '../../../lib/lazy-component.tsx';
import { useFormat } from '../../../text/format.ts';
import { useText, useUiText } from '../../../text/language.tsx';
import { useSpecialization } from '../../../text/specialization.ts';
import { useFailure } from '../../../text/use-error-message.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { CopyButton } from '../../../ui/actions/copy-button.tsx';
import { Avatar } from '../../../ui/data/avatar.tsx';
import { EmailAddress } from '../../../ui/data/email-address.tsx';
import { Facts } from '../../../ui/data/facts.tsx';
import { RelativeTime } from '../../../ui/data/relative-time.tsx';
import { StatusBadge } from '../../../ui/data/status-badge.tsx';
import { Note } from '../../../ui/feedback/note.tsx';
import { useToast } from '../../../ui/feedback/toast.tsx';
import { useFocusHandover } from '../../../ui/overlays/focus-handover.ts';
import { useDueOnApproval } from './plan-due.ts';
import { ReviewNote } from './review-note.tsx';

const TrialDialog = lazyComponent(async () => (await import('./trial-dialog.tsx')).TrialDialog);
const RejectDialog = lazyComponent(async () => (await import('./reject-dialog.tsx')).RejectDialog);

interface PendingDoctorProps {
  doctor: PendingDoctorShape;
  /** Also shows the user ID and the status, on the page of requests. */
  isDetailed?: boolean;
}

/** Shows name and specialization. The name is an h2 on the page of requests, and an h3 on the dashboard. */
function DoctorHeader({ doctor, isDetailed }: PendingDoctorProps) {
  const Heading = isDetailed ? 'h2' : 'h3';
  const format = useFormat();
  const specialization = useSpecialization();
  return (
    <div className="flex items-start gap-3">
      <Avatar person={doctor} />
      <div className="min-w-0 flex-1">
        <Heading className="text-[0.9375rem]/5 font-semibold wrap-break-word">{format.doctor(doctor)}</Heading>
        <p className="text-body text-ink-muted">{specialization(doctor.specialization)}</p>
        <p className="mt-1.5 sm:hidden">
          <StatusBadge status="pending-approval" />
        </p>
      </div>
      <span className="max-sm:hidden">
        <StatusBadge status="pending-approval" />
      </span>
    </div>
  );
}

function Application({ doctor, isDetailed }: PendingDoctorProps) {
  const t = useText('admin');
  const ui = useUiText();
  const format = useFormat();
  const license = (
    <span className="-my-0.5 flex items-center gap-1">
      <span className="min-w-0 font-strong wrap-break-word">{doctor.licenseNumber}</span>
      <CopyButton value={doctor.licenseNumber} label={t('approve.copyLicense')} />
    </span>
  );
  const appliedAt = (
    <>
      <span className="figures">{format.date(doctor.createdAt)}</span>, <RelativeTime at={doctor.createdAt} />
    </>
  );
  const facts = [
    { label: ui('field.license'), value: license },
    { label: t('approve.applied'), value: appliedAt },
    { label: ui('field.email'), value: <EmailAddress address={doctor.user.email} /> },
  ];
  const more = [
    { label: t('approve.userId'), value: <span className="code wrap-anywhere">{doctor.userId}</span> },
    { label: ui('field.status'), value: <StatusBadge status={doctor.isVerified ? 'verified' : 'unverified'} /> },
  ];
  return <Facts facts={isDetailed ? [...facts, ...more] : facts} />;
}

/** Shows the SMS that patients will get, so a misleading name is seen before the approval. */
function SmsPreview({ sms }: { sms: PendingDoctorShape['sms'] }) {
  const t = useText('admin');
  return (
    <div className="text-small text-ink-muted">
      <p>{t('approve.sms')}</p>
      {sms.map(({ language, text }) => (
        <p key={language} lang={language} className="mt-1 text-ink wrap-anywhere">
          {text}
        </p>
      ))}
    </div>
  );
}

/** Says what an approval charges, and when. */
function AmountDue({ doctor: { plan, review, trialDays } }: Pick<PendingDoctorProps, 'doctor'>) {
  const t = useText('admin.approve');
  const due = { plan, price: useDueOnApproval(plan) };
  if (review) return t('noneDue');
  return trialDays > 0 ? t('dueAfterTrial', { ...due, days: trialDays }) : t('due', due);
}

function useApproval(doctor: PendingDoctorShape) {
  const t = useText('admin');
  const toast = useToast();
  const approve = useApproveDoctor({
    onSuccess: ({ doctor: { subscriptionStatus } }) =>
      toast({
        title: t('approve.approved'),
        text: t(subscriptionStatus === 'pending' ? 'approve.approvedPaysText' : 'approve.approvedText'),
      }),
    onError: () =>
      toast({ variant: 'danger', title: t('approve.approvalFailed'), text: t('approve.approvalFailedText') }),
  });
  return { approve, startApproval: () => approve.mutate({ params: { id: doctor.id } }) };
}

/** Shows a doctor who waits for approval: what to check, the price due on approval, and both buttons. */
export function PendingDoctor({ doctor, isDetailed = false }: PendingDoctorProps) {
  const t = useText('admin');
  const describeFailure = useFailure();
  const [dialog, setDialog] = useState<'reject' | 'trial' | null>(null);
  const close = () => setDialog(null);
  const { approve, startApproval } = useApproval(doctor);
  const format = useFormat();
  const name = format.doctor(doctor);
  const card = useFocusHandover<HTMLElement>();
  return (
    <article ref={card} className="flex min-w-0 flex-col gap-3 rounded-card border border-line bg-surface p-4 md:p-5">
      <DoctorHeader doctor={doctor} isDetailed={isDetailed} />
      {doctor.review && <ReviewNote review={doctor.review} />}
      <Application doctor={doctor} isDetailed={isDetailed} />
      <SmsPreview sms={doctor.sms} />
      {/* stays after the toast has disappeared */}
      {approve.error && (
        <Note variant="danger" live="off">
          {describeFailure(approve.error)}
        </Note>
      )}
      <div className="mt-auto flex flex-wrap items-center justify-between gap-x-4 gap-y-3 pt-1">
        <div className="flex gap-4 max-sm:w-full max-sm:*:flex-1">
          <Button
            variant="primary"
            icon={Check}
            busy={approve.isPending}
            busyLabel={t('approve.approving')}
            aria-label={approve.isPending ? undefined : t('approve.approveOf', { doctor: name })}
            onClick={startApproval}
          >
            {t('approve.approve')}
          </Button>
          <Button
            variant="dangerOutline"
            disabled={approve.isPending}
            aria-label={t('approve.rejectOf', { doctor: name })}
            onClick={() => setDialog('reject')}
          >
            {t('approve.reject')}
          </Button>
          {!doctor.review && (
            <Button
              variant="ghost"
              disabled={approve.isPending}
              aria-label={t('approve.trialOf', { doctor: name })}
              onClick={() => setDialog('trial')}
            >
              {t('approve.trial')}
            </Button>
          )}
        </div>
        <p className="text-small text-ink-muted figures max-sm:order-first">
          <AmountDue doctor={doctor} />
        </p>
      </div>
      {dialog === 'reject' && <RejectDialog doctor={doctor} onClose={close} />}
      {dialog === 'trial' && <TrialDialog doctor={doctor} days={doctor.trialDays} onClose={close} />}
    </article>
  );
}
