import { calculateYearlySavingCents, centerPlans, doctorPlans } from '@medcloud/contract';
import { type Language, languages } from '@medcloud/contract/languages';
import { screens } from '@medcloud/contract/screens';
import { Building2, Check, ChevronDown, Stethoscope } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatPrice } from '../../lib/numbers.ts';
import { Message } from './landing-message.ts';
import { LinkButton } from './message.tsx';

type Key = Parameters<typeof Message>[0]['of'];

/** The amounts of the build. The server replaces them by those of today, by the names here (`price-page.ts`). */
const amounts = {
  'yearly.month': doctorPlans.yearly.monthlyCents,
  'yearly.charged': doctorPlans.yearly.chargedCents,
  'yearly.saved': calculateYearlySavingCents(doctorPlans),
  'monthly.month': doctorPlans.monthly.monthlyCents,
  'monthly.charged': doctorPlans.monthly.chargedCents,
  'basic.month': centerPlans.basic.monthlyCents,
  'basic.charged': centerPlans.basic.quarterCents,
  'premium.month': centerPlans.premium.monthlyCents,
  'premium.charged': centerPlans.premium.quarterCents,
} as const;
type AmountName = keyof typeof amounts;

/** An amount inside a message. */
const amountIn = (name: AmountName) => (language: Language) => (
  <span data-price={`${name}.${language}`}>{formatPrice(amounts[name], language)}</span>
);

function Amount({ name }: { name: AmountName }) {
  return languages.map((language) => (
    <span key={language} lang={language} data-words="" data-price={`${name}.${language}`}>
      {formatPrice(amounts[name], language)}
    </span>
  ));
}

interface PlanProps {
  name: Key;
  badge?: Key;
  isHighlighted?: boolean;
  price: ReactNode;
  billingNote: ReactNode;
  points: readonly Key[];
  href: string;
  action: Key;
  plan?: string;
}

function Plan({ name, badge, isHighlighted, price, billingNote, points, href, action, plan }: PlanProps) {
  return (
    <li
      className={`flex flex-col rounded-dialog border bg-surface p-6 ${isHighlighted ? 'border-primary shadow-[inset_0_0_0_1px_var(--primary)] max-lg:order-first' : 'border-line'}`}
    >
      <div className="flex min-h-7 items-center justify-between gap-3">
        <h4 className="text-h2">
          <Message of={name} />
        </h4>
        {badge && (
          <span
            className={`rounded-badge px-2 py-1 text-tiny ${isHighlighted ? 'bg-primary-soft text-primary-text' : 'bg-sunken text-ink-muted'}`}
          >
            <Message of={badge} />
          </span>
        )}
      </div>
      <p className="mt-3 flex flex-wrap items-baseline gap-x-1.5">{price}</p>
      <p className="mt-1 text-small text-ink-muted">{billingNote}</p>
      <ul className="mt-5 mb-6 flex flex-col gap-2.5 border-t border-line pt-5 text-body">
        {points.map((point) => (
          <li key={point} className="flex items-start gap-2.5">
            <Check size={16} aria-hidden="true" className="mt-0.5 stroke-[2.5] text-primary" />
            <span>
              <Message of={point} />
            </span>
          </li>
        ))}
      </ul>
      <LinkButton variant={isHighlighted ? 'primary' : 'quiet'} href={href} className="mt-auto" data-plan={plan}>
        <Message of={action} />
      </LinkButton>
    </li>
  );
}

function MonthlyPrice({ name }: { name: AmountName }) {
  return (
    <>
      <strong className="text-[2rem] leading-10 font-semibold tracking-[-0.028em]">
        <Amount name={name} />
      </strong>{' '}
      <span className="text-body text-ink-muted">
        <Message of="pricing.perMonth" />
      </span>
    </>
  );
}

/** Adds to an amount that is charged that tax is included (docs/rules.md, "Plans"). */
function WithVat({ children }: { children: ReactNode }) {
  return (
    <>
      {children} · <Message of="pricing.vatIncluded" />
    </>
  );
}

function PlanChooser() {
  const card =
    'flex items-center gap-4 rounded-card border border-line bg-surface p-4 hover:border-line-mid hover:bg-sunken';
  const choices = [
    ['#center-pricing', Building2, 'pricing.center', 'pricing.centerFrom', 'basic.month'],
    ['#doctor-pricing', Stethoscope, 'pricing.doctor', 'pricing.doctorFrom', 'yearly.month'],
  ] as const;
  return (
    <div className="mt-6 grid gap-4 md:grid-cols-2">
      {choices.map(([href, Icon, name, from, amount]) => (
        <a key={href} href={href} className={card}>
          <Icon size={24} aria-hidden="true" className="text-primary" />
          <span className="min-w-0 flex-1">
            <span className="block font-strong">
              <Message of={name} />
            </span>
            <span className="block text-small text-ink-muted">
              <Message of={from} values={(language) => ({ price: amountIn(amount)(language) })} />
            </span>
          </span>
          <ChevronDown size={18} aria-hidden="true" className="text-ink-muted" />
        </a>
      ))}
    </div>
  );
}

function CenterPlans() {
  const billingNote = (of: 'pricing.basicBilled' | 'pricing.premiumBilled', amount: AmountName) => (
    <WithVat>
      <Message of={of} values={(language) => ({ price: amountIn(amount)(language) })} />
    </WithVat>
  );
  return (
    <ul className="mt-5 grid gap-5 lg:grid-cols-3">
      <Plan
        name="pricing.basic"
        price={<MonthlyPrice name="basic.month" />}
        billingNote={billingNote('pricing.basicBilled', 'basic.charged')}
        points={['pricing.storage500', 'pricing.oneLocation', 'pricing.dicom']}
        href="#contact"
        plan="Basic"
        action="pricing.chooseBasic"
      />
      <Plan
        name="pricing.premium"
        badge="pricing.popular"
        isHighlighted
        price={<MonthlyPrice name="premium.month" />}
        billingNote={billingNote('pricing.premiumBilled', 'premium.charged')}
        points={['pricing.storage2000', 'pricing.oneLocation', 'pricing.dicom']}
        href="#contact"
        plan="Premium"
        action="pricing.choosePremium"
      />
      <Plan
        name="pricing.enterprise"
        price={
          <strong className="text-[1.75rem] leading-10 font-semibold tracking-[-0.028em]">
            <Message of="pricing.agreement" />
          </strong>
        }
        billingNote={<Message of="pricing.enterpriseBilled" />}
        points={['pricing.storageCustom', 'pricing.manyLocations', 'pricing.team']}
        href="#contact"
        plan="Enterprise"
        action="pricing.talk"
      />
    </ul>
  );
}

function DoctorPlans() {
  const billingNote = (language: Language) => ({
    price: amountIn('yearly.charged')(language),
    saved: amountIn('yearly.saved')(language),
  });
  return (
    <ul className="mt-5 grid gap-5 lg:grid-cols-2">
      <Plan
        name="pricing.yearly"
        badge="pricing.bestValue"
        isHighlighted
        price={<MonthlyPrice name="yearly.month" />}
        billingNote={
          <WithVat>
            <Message of="pricing.yearlyBilled" values={billingNote} />
          </WithVat>
        }
        points={['pricing.afterVerification', 'pricing.everyExam']}
        href={`${screens.doctorSignup}?plan=yearly`}
        action="pricing.signUpYearly"
      />
      <Plan
        name="pricing.monthly"
        badge="pricing.quarterly"
        price={<MonthlyPrice name="monthly.month" />}
        billingNote={
          <WithVat>
            <Message
              of="pricing.monthlyBilled"
              values={(language) => ({ price: amountIn('monthly.charged')(language) })}
            />
          </WithVat>
        }
        points={['pricing.cancel', 'pricing.fullAccess']}
        href={`${screens.doctorSignup}?plan=monthly`}
        action="pricing.signUpMonthly"
      />
    </ul>
  );
}

/** Shows the prices from the list that billing uses, each with the amount really charged. */
export function Pricing() {
  return (
    <section id="pricing" className="mx-auto max-w-300 scroll-mt-20 px-4 pt-28 md:px-8">
      <h2 className="text-section">
        <Message of="pricing.title" />
      </h2>
      <p className="mt-3 text-prose text-ink-muted">
        <Message of="pricing.lead" />
      </p>
      <PlanChooser />
      <h3 id="center-pricing" className="mt-12 scroll-mt-20 text-h2-large">
        <Message of="pricing.centerPlans" />
      </h3>
      <p className="mt-2 text-body text-ink-muted">
        <Message of="pricing.quarterNote" />
      </p>
      <CenterPlans />
      <h3 id="doctor-pricing" className="mt-12 scroll-mt-20 text-h2-large">
        <Message of="pricing.doctorPlans" />
      </h3>
      <DoctorPlans />
    </section>
  );
}
