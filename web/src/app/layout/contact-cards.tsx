import { Clock, type LucideIcon, Mail, Phone } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatPhone, telLink } from '../../lib/phones.ts';
import { useFormat } from '../../text/format.ts';
import { useText } from '../../text/language.tsx';

/** One way to reach the operator: its name, the address, when messages are answered. */
export function ContactCard({ icon: Icon, title, children }: { icon: LucideIcon; title: string; children: ReactNode }) {
  return (
    <section className="flex min-w-0 flex-col gap-2 rounded-card border border-line bg-surface p-4 md:p-5">
      <h2 className="flex items-center gap-2.5 text-h2">
        <Icon size={20} className="text-primary" />
        {title}
      </h2>
      {children}
    </section>
  );
}

const addressClass = 'min-h-6 self-start text-prose font-strong text-primary-text wrap-anywhere hover:underline';

/** The operator's email, answered within 24 hours. Omit it if OPERATOR_EMAIL is unset. */
export function EmailCard({ email }: { email: string }) {
  const t = useText('support.contactPage');
  return (
    <ContactCard icon={Mail} title={t('email.title')}>
      <a href={`mailto:${email}`} className={addressClass}>
        {email}
      </a>
      <p className="text-body text-ink-muted">{t('email.answered')}</p>
    </ContactCard>
  );
}

interface PhoneCardProps {
  phone: string;
  /** The server's TIME_ZONE. */
  zone: string;
  /** Doctors are answered until 8 PM. */
  isPriority?: boolean;
}

/** The operator's phone and when it is answered. Omit it if OPERATOR_PHONE is unset. */
export function PhoneCard({ phone, zone, isPriority }: PhoneCardProps) {
  const t = useText('support.contactPage');
  const format = useFormat();
  return (
    <ContactCard icon={Phone} title={t(isPriority ? 'phone.priorityTitle' : 'phone.title')}>
      <a href={telLink(phone)} className={`${addressClass} figures`}>
        {formatPhone(phone)}
      </a>
      <p className="text-body text-ink-muted">
        {t(isPriority ? 'phone.priority' : 'phone.general')}
        <br />
        {t('hours.zone', { zone: format.zone(zone) })}
      </p>
    </ContactCard>
  );
}

/** The operator's working hours. Doctors' pages show only the working days. */
export function HoursCard({ zone, isWeekdaysOnly }: { zone: string; isWeekdaysOnly?: boolean }) {
  const t = useText('support.contactPage');
  const format = useFormat();
  const weekend = [
    [t('hours.saturday'), t('hours.saturdayTimes')],
    [t('hours.sunday'), t('hours.closed')],
    [t('hours.emergency'), t('hours.always')],
  ];
  const days = [[t('hours.weekdays'), t('hours.weekdaysTimes')], ...(isWeekdaysOnly ? [] : weekend)];
  return (
    <ContactCard icon={Clock} title={t('hours.title')}>
      <dl className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-1 text-body">
        {days.map(([day, times]) => (
          <div key={day} className="col-span-2 grid grid-cols-subgrid">
            <dt>{day}</dt>
            <dd className="text-right text-ink-muted figures">{times}</dd>
          </div>
        ))}
      </dl>
      <p className="text-small text-ink-muted">{t('hours.zone', { zone: format.zone(zone) })}</p>
    </ContactCard>
  );
}
