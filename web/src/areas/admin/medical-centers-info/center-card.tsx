import type { MedicalCenterDetails } from '@medcloud/contract/shapes/accounts';
import { CalendarClock, PanelRight } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { classes } from '../../../lib/classes.ts';
import { formatPhone } from '../../../lib/phones.ts';
import { useFormat } from '../../../text/format.ts';
import { useText, useUiText } from '../../../text/language.tsx';
import { Button } from '../../../ui/actions/button.tsx';
import { EmailAddress } from '../../../ui/data/email-address.tsx';
import { Facts } from '../../../ui/data/facts.tsx';
import { MatchedName } from '../../../ui/data/matched-name.tsx';
import { RelativeTime } from '../../../ui/data/relative-time.tsx';
import { accountOfCenter } from '../shared/accounts/account-actions.ts';
import { AccountMenu } from '../shared/accounts/account-menu.tsx';
import { DisabledBadge } from '../shared/accounts/disabled-account.tsx';
import { CenterStatus } from './center-status.tsx';
import { NotBilled } from './not-billed.tsx';

interface CenterCardProps {
  center: MedicalCenterDetails;
  search: string;
  /** The center's details are open. */
  isOpen: boolean;
  onOpen: () => void;
  onManage: () => void;
}

/** Shows a day, or N/A. */
export function Day({ day }: { day: string | null }) {
  const t = useText('admin.lists');
  const format = useFormat();
  if (day === null) return <span className="text-ink-muted">{t('info.notApplicable')}</span>;
  return <span className="figures">{format.day(day)}</span>;
}

/** Shows the street and, below it, city, state and ZIP code. Leaves out unknown parts. */
export function CenterAddress({ center }: { center: MedicalCenterDetails }) {
  const { address, city, state, zipCode } = center;
  const place = [city, state, zipCode].filter(Boolean).join(', ');
  return (
    <>
      {address && <span className="block whitespace-pre-line">{address}</span>}
      {place && <span className="block">{place}</span>}
    </>
  );
}

/** Returns the center's contact details. */
export function useContactFacts(center: MedicalCenterDetails) {
  const ui = useUiText();
  const { email, phone, address, city, state, zipCode } = center;
  const hasAddress = [address, city, state, zipCode].some(Boolean);
  return [
    { label: ui('field.email'), value: <EmailAddress address={email} /> },
    ...(phone ? [{ label: ui('field.phone'), value: <span className="figures">{formatPhone(phone)}</span> }] : []),
    ...(hasAddress ? [{ label: ui('field.address'), value: <CenterAddress center={center} /> }] : []),
  ];
}

/** Returns the registration date and the subscription's start and end. */
export function useDateFacts(center: MedicalCenterDetails) {
  const t = useText('admin.lists');
  const format = useFormat();
  return [
    { label: t('centers.registered'), value: <span className="figures">{format.date(center.createdAt)}</span> },
    { label: t('info.subscriptionStart'), value: <Day day={center.subscriptionStart} /> },
    { label: t('info.subscriptionEnd'), value: <Day day={center.subscriptionEnd} /> },
  ];
}

/** Shows the center's patients, exams, stored bytes and last activity. */
export function CenterFigures({ center, isNarrow }: { center: MedicalCenterDetails; isNarrow?: boolean }) {
  const t = useText('admin.lists');
  const format = useFormat();
  const figures = [
    { label: t('info.patients'), value: format.number(center.totalPatients) },
    { label: t('info.exams'), value: format.number(center.totalExams) },
    { label: t('info.storageUsed'), value: format.size(center.storageUsed) },
    {
      label: t('info.lastActivity'),
      value: center.lastActivity === null ? t('info.notApplicable') : <RelativeTime at={center.lastActivity} />,
    },
  ];
  return (
    <dl className={classes('grid grid-cols-2 gap-x-5 gap-y-3', !isNarrow && 'sm:grid-cols-[repeat(4,auto)]')}>
      {figures.map(({ label, value }) => (
        <div key={label} className="min-w-0">
          <dt className="text-small text-ink-muted">{label}</dt>
          <dd className="text-body font-strong figures">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Keeps the open center's card in view, because the list becomes narrower beside the details. */
function useScrollIntoView(isOpen: boolean) {
  const card = useRef<HTMLElement>(null);
  useEffect(() => {
    if (isOpen) card.current?.scrollIntoView({ block: 'nearest' });
  }, [isOpen]);
  return card;
}

/** Shows a center's name, contact details, subscription and figures. */
export function CenterCard({ center, search, isOpen, onOpen, onManage }: CenterCardProps) {
  const t = useText('admin.lists');
  const admin = useText('admin');
  const { name } = center;
  const card = useScrollIntoView(isOpen);
  const account = accountOfCenter(center);
  return (
    <article
      ref={card}
      aria-current={isOpen || undefined}
      className={classes(
        'flex min-w-0 scroll-my-20 flex-col gap-4 rounded-card border bg-surface p-4 md:p-5',
        isOpen ? 'border-primary shadow-[inset_0_0_0_1px_var(--primary)]' : 'border-line',
      )}
    >
      <div className="flex items-start justify-between gap-3">
        <div className="min-w-0 flex-1">
          <h2 className="text-[0.9375rem]/5 font-semibold wrap-break-word">
            <MatchedName name={name} search={search} />
          </h2>
          <p className="text-body text-ink-muted code">{center.centerId}</p>
        </div>
        <span className="flex flex-wrap justify-end gap-1.5">
          <DisabledBadge account={account} />
          <CenterStatus status={center.subscriptionStatus} />
        </span>
        <span className="-mt-2.5 -mr-2.5 md:-mt-1.5 md:-mr-1.5">
          <AccountMenu account={account} />
        </span>
      </div>
      <Facts facts={[...useContactFacts(center), ...useDateFacts(center)]} />
      <NotBilled center={center} />
      <div className="mt-auto flex flex-col gap-4">
        <div className="border-t border-line pt-4">
          <CenterFigures center={center} />
        </div>
        <div className="flex flex-wrap gap-2 max-sm:*:w-full">
          <Button icon={PanelRight} aria-label={t('info.detailsOf', { name })} aria-expanded={isOpen} onClick={onOpen}>
            {t('info.details')}
          </Button>
          <Button icon={CalendarClock} aria-label={t('info.manageOf', { name })} onClick={onManage}>
            {admin('subscription.title')}
          </Button>
        </div>
      </div>
    </article>
  );
}
