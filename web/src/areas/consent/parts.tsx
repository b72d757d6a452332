import type { LinkState } from '@medcloud/contract/shapes/access';
import { CircleAlert, LoaderCircle, type LucideIcon, Phone } from 'lucide-react';
import type { ReactNode } from 'react';
import { classes } from '../../lib/classes.ts';
import { formatPhone } from '../../lib/phones.ts';
import { useLanguage, useText } from '../../text/language.tsx';
import type { LinkError } from './use-link.ts';

// Native controls: the UI kit's controls use Radix, whose popups do not fit into this page's 110 kB.

const variants = {
  refuse: 'border-transparent bg-ink text-bg',
  grant: 'border-transparent bg-primary text-on-primary hover:bg-primary-hover active:bg-primary-active',
  quiet: 'border-line-mid bg-surface text-ink hover:bg-sunken active:bg-line',
  danger: 'border-danger bg-surface text-danger-text hover:bg-danger-soft',
  dangerSolid: 'border-transparent bg-danger text-on-danger hover:bg-danger-hover',
} as const;

/** Shows a 56 px high button. During a request all buttons are disabled, and the pressed one shows `busyLabel`. */
export function ConsentButton({
  variant,
  icon: Icon,
  busy = false,
  busyLabel,
  disabled = false,
  expanded,
  onClick,
  children,
}: {
  variant: keyof typeof variants;
  icon?: LucideIcon;
  busy?: boolean;
  busyLabel?: string;
  disabled?: boolean;
  /** Set on a button that shows and hides the content after it: whether that content is visible. */
  expanded?: boolean;
  onClick: () => void;
  children: ReactNode;
}) {
  return (
    <button
      type="button"
      onClick={busy || disabled ? undefined : onClick}
      aria-disabled={busy || disabled || undefined}
      aria-busy={busy || undefined}
      aria-expanded={expanded}
      className={classes(
        'flex min-h-14 w-full items-center justify-center gap-2.5 rounded-card border px-4 text-consent font-semibold',
        variants[variant],
        disabled && !busy && 'opacity-60',
      )}
    >
      {busy ? <LoaderCircle size={22} className="animate-spin" /> : Icon && <Icon size={24} />}
      {busy && busyLabel ? busyLabel : children}
    </button>
  );
}

/** Shows a section of the page with its heading. */
export function Part({ title, aside, children }: { title: ReactNode; aside?: ReactNode; children: ReactNode }) {
  return (
    <section className="mt-6">
      <div className="mb-2.5 flex items-baseline justify-between gap-3">
        <h2 className="text-[1.25rem]/7 font-semibold tracking-[-0.014em]">{title}</h2>
        {aside && <span className="shrink-0 text-prose text-ink-muted">{aside}</span>}
      </div>
      {children}
    </section>
  );
}

/** Classes of a list of lines with dividers in one card. */
export const listClasses = 'divide-y divide-line overflow-clip rounded-card border border-line bg-surface';

/** Shows a line with an icon on the left. */
export function Line({ icon: Icon, children }: { icon: LucideIcon; children: ReactNode }) {
  return (
    <li className="flex gap-4 px-4 py-3.5">
      <Icon size={26} className="mt-0.5 text-ink-muted" />
      <div className="min-w-0 flex-1">{children}</div>
    </li>
  );
}

/** Shows the last error next to the buttons. */
export function ErrorMessage({ error }: { error: LinkError | null }) {
  const t = useText('consent');
  return (
    <div role="alert">
      {error && (
        <p className="mb-3 flex gap-3 rounded-card border border-danger-line bg-danger-soft px-4 py-3 text-danger-text">
          <CircleAlert size={24} className="mt-0.5" />
          {t(`failed.${error}`)}
        </p>
      )}
    </div>
  );
}

/** Shows the phone number of each center that the link concerns. */
export function CenterPhones({
  records,
  isCentered,
  isClose,
}: {
  records: LinkState['records'];
  isCentered?: boolean;
  /** Right below the text that it belongs to. */
  isClose?: boolean;
}) {
  const t = useText('consent');
  const { language } = useLanguage();
  // In Greek, a Greek number is shown without the country code.
  const formatLocalPhone = (phone: string) => formatPhone(phone).replace(language === 'el' ? /^\+30 / : /^$/, '');
  const phones = new Map(records.map(({ medicalCenter }) => [medicalCenter.name, medicalCenter.phone]));
  const reachable = [...phones].flatMap(([name, phone]) => (phone === null ? [] : [{ name, phone }]));
  if (reachable.length === 0) return null;
  return (
    <ul className={isClose ? 'mt-1' : 'mt-5'}>
      {reachable.map(({ name, phone }) => (
        <li key={name}>
          <a
            href={`tel:${phone.replace(/[^\d+]/g, '')}`}
            className={classes(
              'flex min-h-11 items-start gap-3 py-2 font-semibold text-primary-text hover:underline',
              isCentered && reachable.length === 1 && 'justify-center',
            )}
          >
            <Phone size={24} className="shrink-0" />
            {/* beside the icon, so the number wraps below the name */}
            <span className="flex min-w-0 flex-wrap gap-x-3 gap-y-1 max-sm:flex-col">
              <span>{phones.size === 1 ? t('ask.askCenter') : t('ask.askNamed', { center: name })}</span>
              <span className="figures md:whitespace-nowrap">{formatLocalPhone(phone)}</span>
            </span>
          </a>
        </li>
      ))}
    </ul>
  );
}
