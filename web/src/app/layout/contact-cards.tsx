import { Clock, type LucideIcon, Mail, Phone } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatPhone, telLink } from '../../lib/phones.ts';
import { contactText } from '../../text/contact.ts';
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

const addressClass = 'min-h-6 self-start text-prose font-thing text-primary-text wrap-anywhere hover:underline';

/** The operator's e-mail, answered within 24 hours. Omit it if OPERATOR_EMAIL is unset. */
export function EmailCard({ email }: { email: string }) {
  const t = useText(contactText);
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
  priority?: boolean;
}

/** The operator's phone and when it is answered. Omit it if OPERATOR_PHONE is unset. */
export function PhoneCard({ phone, zone, priority }: PhoneCardProps) {
  const t = useText(contactText);
  const format = useFormat();
  return (
    <ContactCard icon={Phone} title={t(priority ? 'phone.priorityTitle' : 'phone.title')}>
      <a href={telLink(phone)} className={`${addressClass} figures`}>
        {formatPhone(phone)}
      </a>
      <p className="text-body text-ink-muted">
        {t(priority ? 'phone.priority' : 'phone.general')}
        <br />
        {t('hours.zone', { zone: format.zone(zone) })}
      </p>
    </ContactCard>
  );
}

/** The operator's working hours. Doctors' pages show only the working days. */
export function HoursCard({ zone, weekdaysOnly }: { zone: string; weekdaysOnly?: boolean }) {
  const t = useText(contactText);
  const format = useFormat();
  const weekend = [
    [t('hours.saturday'), t('hours.saturdayTimes')],
    [t('hours.sunday'), t('hours.closed')],
    [t('hours.emergency'), t('hours.always')],
  ];
  const days = [[t('hours.weekdays'), t('hours.weekdaysTimes')], ...(weekdaysOnly ? [] : weekend)];
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
