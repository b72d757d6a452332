import type { Doctor } from '@medcloud/contract/shapes/accounts';
import { Check } from 'lucide-react';
import { useState } from 'react';
import { useApproveDoctor, useRejectDoctor } from '../../../calls/admin.ts';
import { sentenceOf } from '../../../calls/client/use-call.ts';
import { adminText } from '../../../text/admin.ts';
import { useFormat } from '../../../text/format.ts';
import { useText, useUiText } from '../../../text/language.tsx';
import { useSentence } from '../../../text/sentences.ts';
import { useSpecialization } from '../../../text/specialization.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { CopyButton } from '../../../ui/actions/copy-button.tsx';
import { Avatar } from '../../../ui/data/avatar.tsx';
import { EmailAddress } from '../../../ui/data/email-address.tsx';
import { Facts } from '../../../ui/data/facts.tsx';
import { RelativeTime } from '../../../ui/data/relative-time.tsx';
import { StatusBadge } from '../../../ui/data/status-badge.tsx';
import { later } from '../../../ui/feedback/later.tsx';
import { Note } from '../../../ui/feedback/note.tsx';
import { useToast } from '../../../ui/feedback/toast.tsx';
import { useFocusHandedOn } from '../../../ui/overlays/focus-kept.ts';
import { InReview } from './in-review.tsx';
import { dueOnApproval } from './plan-due.ts';

const RejectDialog = later(async () => (await import('./reject-dialog.tsx')).RejectDialog);

interface PendingDoctorProps {
  doctor: Doctor;
  /** With the user ID and the state, on the page of requests. */
  detailed?: boolean;
}

/** On a page of its own the doctor's name is the heading below the page's; on the dashboard it is under another. */
function Who({ doctor, detailed }: PendingDoctorProps) {
  const Heading = detailed ? 'h2' : 'h3';
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

function Application({ doctor, detailed }: PendingDoctorProps) {
  const t = useText(adminText);
  const format = useFormat();
  const license = (
    <span className="-my-0.5 flex items-center gap-1">
      <span className="min-w-0 font-thing wrap-break-word">{doctor.licenseNumber}</span>
      <CopyButton value={doctor.licenseNumber} label={t('approve.copyLicense')} />
    </span>
  );
  const applied = (
    <>
      <span className="figures">{format.date(doctor.createdAt)}</span>, <RelativeTime at={doctor.createdAt} />
    </>
  );
  const facts = [
    { label: t('approve.license'), value: license },
    { label: t('approve.applied'), value: applied },
    { label: t('approve.email'), value: <EmailAddress address={doctor.user.email} /> },
  ];
  const more = [
    { label: t('approve.userId'), value: <span className="code wrap-anywhere">{doctor.userId}</span> },
    { label: t('approve.status'), value: <StatusBadge status={doctor.isVerified ? 'verified' : 'unverified'} /> },
  ];
  return <Facts facts={detailed ? [...facts, ...more] : facts} />;
}

function useApproval(doctor: Doctor) {
  const t = useText(adminText);
  const toast = useToast();
  const approve = useApproveDoctor({
    onSuccess: () => toast({ title: t('approve.approved'), text: t('approve.approvedText') }),
    onError: () => toast({ tone: 'danger', title: t('approve.approvalFailed'), text: t('approve.approvalFailedText') }),
  });
  return { approve, press: () => approve.mutate({ params: { id: doctor.id } }) };
}

function useRejection(doctor: Doctor, onRejected: () => void) {
  const t = useText(adminText);
  const toast = useToast();
  const reject = useRejectDoctor({
    onSuccess: () => {
      onRejected();
      toast({ title: t('approve.rejected'), text: t('approve.rejectedText') });
    },
    onError: () =>
      toast({ tone: 'danger', title: t('approve.rejectionFailed'), text: t('approve.rejectionFailedText') }),
  });
  const send = (reason: string) => reject.mutate({ params: { id: doctor.id }, body: { reason } });
  return { reject, send };
}

/** Why the last try failed, in the card itself: the toast goes. */
function Failure({ error }: { error: Error | null }) {
  const sentence = useSentence();
  const ui = useUiText();
  if (!error) return null;
  return (
    <Note tone="danger" live="off">
      {sentence(sentenceOf(error)) ?? ui('error.noAnswer')}
    </Note>
  );
}

/** A doctor who waits: what to check, what approving makes due, and the two answers. */
export function PendingDoctor({ doctor, detailed = false }: PendingDoctorProps) {
  const t = useText(adminText);
  const format = useFormat();
  const [isAsking, setAsking] = useState(false);
  const { approve, press } = useApproval(doctor);
  const { reject, send } = useRejection(doctor, () => setAsking(false));
  const name = format.doctor(doctor);
  const card = useFocusHandedOn<HTMLElement>();
  return (
    <article ref={card} className="flex min-w-0 flex-col gap-3 rounded-card border border-line bg-surface p-4 md:p-5">
      <Who doctor={doctor} detailed={detailed} />
      {doctor.review && <InReview review={doctor.review} />}
      <Application doctor={doctor} detailed={detailed} />
      <Failure error={approve.error} />
      <div className="mt-auto flex flex-wrap items-center justify-between gap-x-4 gap-y-3 pt-1">
        <div className="flex gap-4 max-sm:w-full max-sm:*:flex-1">
          <Button
            variant="primary"
            icon={Check}
            busy={approve.isPending}
            busyLabel={t('approve.approving')}
            disabled={reject.isPending}
            aria-label={approve.isPending ? undefined : t('approve.approveOf', { doctor: name })}
            onClick={press}
          >
            {t('approve.approve')}
          </Button>
          <Button
            variant="dangerOutline"
            busy={reject.isPending}
            busyLabel={t('approve.rejecting')}
            disabled={approve.isPending}
            aria-label={reject.isPending ? undefined : t('approve.rejectOf', { doctor: name })}
            onClick={() => setAsking(true)}
          >
            {t('approve.reject')}
          </Button>
        </div>
        <p className="text-small text-ink-muted figures max-sm:order-first">
          {doctor.review
            ? t('approve.noneDue')
            : t('approve.due', { plan: doctor.plan, price: format.euros(dueOnApproval(doctor.plan)) })}
        </p>
      </div>
      {isAsking && (
        <RejectDialog
          name={name}
          isReview={doctor.review !== undefined}
          busy={reject.isPending}
          error={reject.error}
          onReject={send}
          onClose={() => setAsking(false)}
        />
      )}
    </article>
  );
}
