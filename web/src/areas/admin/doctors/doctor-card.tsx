import { screens } from '@medcloud/contract/screens';
import type { Doctor } from '@medcloud/contract/shapes/accounts';
import { Link } from 'react-router';
import { useFormat } from '../../../text/format.ts';
import { useText, useUiText } from '../../../text/language.tsx';
import { useSpecialization } from '../../../text/specialization.ts';
import { CopyButton } from '../../../ui/actions/copy-button.tsx';
import { Avatar } from '../../../ui/data/avatar.tsx';
import { EmailAddress } from '../../../ui/data/email-address.tsx';
import { Facts } from '../../../ui/data/facts.tsx';
import { Highlight } from '../../../ui/data/highlight.tsx';
import { MatchedName } from '../../../ui/data/matched-name.tsx';
import { StatusBadge } from '../../../ui/data/status-badge.tsx';
import { accountOfDoctor } from '../shared/accounts/account-actions.ts';
import { AccountMenu } from '../shared/accounts/account-menu.tsx';
import { DisabledBadge, DisabledNote } from '../shared/accounts/disabled-account.tsx';
import { findMatchRanges } from '../shared/find-match-ranges.ts';
import { doctorBadge } from './doctor-badge.ts';

interface DoctorCardProps {
  doctor: Doctor;
  search: string;
}

/** Shows whether the doctor is verified and, if not, what happens next. */
function Verification({ doctor }: { doctor: Doctor }) {
  const t = useText('admin.lists');
  const ui = useUiText();
  const format = useFormat();
  const { status } = doctor;
  if (status === 'verified') return ui('status.verified');
  const isPending = status === 'pending' || status === 'pending_review';
  return (
    <span className="-my-0.5 inline-flex flex-wrap items-center gap-x-2">
      {ui('status.unverified')} · {t(`doctors.state.${status}`)}
      {isPending && (
        <Link
          to={screens.adminApproveDoctors}
          aria-label={t('doctors.decideOf', { doctor: format.doctor(doctor) })}
          className="inline-flex min-h-6 items-center text-primary-text hover:underline"
        >
          {t('doctors.decide')}
        </Link>
      )}
    </span>
  );
}

function License({ doctor, search }: DoctorCardProps) {
  const admin = useText('admin');
  return (
    <span className="-my-0.5 flex items-center gap-1">
      <span className="min-w-0 font-strong wrap-break-word">
        <Highlight text={doctor.licenseNumber} ranges={findMatchRanges(doctor.licenseNumber, search)} />
      </span>
      <CopyButton value={doctor.licenseNumber} label={admin('approve.copyLicense')} />
    </span>
  );
}

/** Shows a doctor's name, license verification and subscription status. */
export function DoctorCard({ doctor, search }: DoctorCardProps) {
  const t = useText('admin.lists');
  const admin = useText('admin');
  const ui = useUiText();
  const format = useFormat();
  const specialization = useSpecialization();
  const account = accountOfDoctor(doctor, format.doctor(doctor));
  return (
    <article className="flex min-w-0 flex-col gap-3 rounded-card border border-line bg-surface p-4 md:p-5">
      <div className="flex items-start gap-3">
        <Avatar person={doctor} />
        <div className="min-w-0 flex-1">
          <h2 className="text-[0.9375rem]/5 font-semibold wrap-break-word">
            <MatchedName name={format.doctor(doctor)} search={search} />
          </h2>
          <p className="text-body text-ink-muted">{specialization(doctor.specialization)}</p>
        </div>
        {account.disabled ? <DisabledBadge account={account} /> : <StatusBadge status={doctorBadge(doctor)} />}
        <span className="-mt-2.5 -mr-2.5 md:-mt-1.5 md:-mr-1.5">
          <AccountMenu account={account} />
        </span>
      </div>
      <DisabledNote account={account} />
      <Facts
        facts={[
          { label: ui('field.license'), value: <License doctor={doctor} search={search} /> },
          { label: t('doctors.verification'), value: <Verification doctor={doctor} /> },
          { label: ui('field.subscription'), value: ui(`status.${doctor.subscriptionStatus}`) },
          {
            label: ui('field.email'),
            value: <EmailAddress address={doctor.user.email} ranges={findMatchRanges(doctor.user.email, search)} />,
          },
          { label: admin('approve.userId'), value: <span className="code wrap-anywhere">{doctor.userId}</span> },
          {
            label: t('centers.registered'),
            value: <span className="figures">{format.date(doctor.createdAt)}</span>,
          },
        ]}
      />
    </article>
  );
}
