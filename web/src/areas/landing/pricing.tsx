import { centerPlans, doctorPlans } from '@medcloud/contract';
import { screens } from '@medcloud/contract/screens';
import { Building2, Check, ChevronDown, Stethoscope } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Language } from '../../lib/language.ts';
import { showEuros, showWholeEuros } from '../../lib/numbers.ts';
import { Words } from './landing-words.ts';
import { LinkButton } from './words.tsx';

type Key = Parameters<typeof Words>[0]['of'];

/** Whole euros where there are no cents. */
const amount = (cents: number) => (language: Language) =>
  cents % 100 === 0 ? showWholeEuros(cents, language) : showEuros(cents, language);

function Amount({ cents }: { cents: number }) {
  return (['en', 'el'] as const).map((language) => (
    <span key={language} lang={language} data-words="">
      {amount(cents)(language)}
    </span>
  ));
}

interface PlanProps {
  name: Key;
  badge?: Key;
  chosen?: boolean;
  price: ReactNode;
  billed: ReactNode;
  points: readonly Key[];
  href: string;
  action: Key;
  plan?: string;
}

function Plan({ name, badge, chosen, price, billed, points, href, action, plan }: PlanProps) {
  return (
    <li
      className={`flex flex-col rounded-dialog border bg-surface p-6 ${chosen ? 'border-primary shadow-[inset_0_0_0_1px_var(--primary)] max-lg:order-first' : 'border-line'}`}
    >
      <div className="flex min-h-7 items-center justify-between gap-3">
        <h4 className="text-h2">
          <Words of={name} />
        </h4>
        {badge && (
          <span
            className={`rounded-badge px-2 py-1 text-tiny ${chosen ? 'bg-primary-soft text-primary-text' : 'bg-sunken text-ink-muted'}`}
          >
            <Words of={badge} />
          </span>
        )}
      </div>
      <p className="mt-3 flex flex-wrap items-baseline gap-x-1.5">{price}</p>
      <p className="mt-1 text-small text-ink-muted">{billed}</p>
      <ul className="mt-5 mb-6 flex flex-col gap-2.5 border-t border-line pt-5 text-body">
        {points.map((point) => (
          <li key={point} className="flex items-start gap-2.5">
            <Check size={16} aria-hidden="true" className="mt-0.5 stroke-[2.5] text-primary" />
            <span>
              <Words of={point} />
            </span>
          </li>
        ))}
      </ul>
      <LinkButton look={chosen ? 'primary' : 'quiet'} href={href} className="mt-auto" data-plan={plan}>
        <Words of={action} />
      </LinkButton>
    </li>
  );
}

function Monthly({ cents }: { cents: number }) {
  return (
    <>
      <strong className="text-[2rem] leading-10 font-semibold tracking-[-0.028em]">
        <Amount cents={cents} />
      </strong>{' '}
      <span className="text-body text-ink-muted">
        <Words of="pricing.perMonth" />
      </span>
    </>
  );
}

function Chooser() {
  const card =
    'flex items-center gap-4 rounded-card border border-line bg-surface p-4 hover:border-line-mid hover:bg-sunken';
  const choices = [
    ['#center-pricing', Building2, 'pricing.center', 'pricing.centerFrom', centerPlans.basic.monthlyCents],
    ['#doctor-pricing', Stethoscope, 'pricing.doctor', 'pricing.doctorFrom', doctorPlans.yearly.monthlyCents],
  ] as const;
  return (
    <div className="mt-6 grid gap-4 md:grid-cols-2">
      {choices.map(([href, Icon, name, from, cents]) => (
        <a key={href} href={href} className={card}>
          <Icon size={24} aria-hidden="true" className="text-primary" />
          <span className="min-w-0 flex-1">
            <span className="block font-thing">
              <Words of={name} />
            </span>
            <span className="block text-small text-ink-muted">
              <Words of={from} fill={(language) => ({ price: amount(cents)(language) })} />
            </span>
          </span>
          <ChevronDown size={18} aria-hidden="true" className="text-ink-muted" />
        </a>
      ))}
    </div>
  );
}

function CenterPlans() {
  const { basic, premium } = centerPlans;
  const billed = (of: 'pricing.basicBilled' | 'pricing.premiumBilled', cents: number) => (
    <Words of={of} fill={(language) => ({ price: amount(cents)(language) })} />
  );
  return (
    <ul className="mt-5 grid gap-5 lg:grid-cols-3">
      <Plan
        name="pricing.basic"
        price={<Monthly cents={basic.monthlyCents} />}
        billed={billed('pricing.basicBilled', basic.quarterCents)}
        points={['pricing.storage500', 'pricing.oneLocation', 'pricing.dicom']}
        href="#contact"
        plan="Basic"
        action="pricing.chooseBasic"
      />
      <Plan
        name="pricing.premium"
        badge="pricing.popular"
        chosen
        price={<Monthly cents={premium.monthlyCents} />}
        billed={billed('pricing.premiumBilled', premium.quarterCents)}
        points={['pricing.storage2000', 'pricing.oneLocation', 'pricing.dicomAdvanced']}
        href="#contact"
        plan="Premium"
        action="pricing.choosePremium"
      />
      <Plan
        name="pricing.enterprise"
        price={
          <strong className="text-[1.75rem] leading-10 font-semibold tracking-[-0.028em]">
            <Words of="pricing.agreement" />
          </strong>
        }
        billed={<Words of="pricing.enterpriseBilled" />}
        points={['pricing.storageCustom', 'pricing.manyLocations', 'pricing.team']}
        href="#contact"
        plan="Enterprise"
        action="pricing.talk"
      />
    </ul>
  );
}

const monthsOfYear = 12;

function DoctorPlans() {
  const { yearly, monthly } = doctorPlans;
  // Against twelve months of the monthly plan, which is what the specification compares with.
  const saved = monthly.monthlyCents * monthsOfYear - yearly.chargedCents;
  const billed = (language: Language) => ({
    price: amount(yearly.chargedCents)(language),
    saved: showWholeEuros(Math.round(saved / 100) * 100, language),
  });
  return (
    <ul className="mt-5 grid gap-5 lg:grid-cols-2">
      <Plan
        name="pricing.yearly"
        badge="pricing.bestValue"
        chosen
        price={<Monthly cents={yearly.monthlyCents} />}
        billed={<Words of="pricing.yearlyBilled" fill={billed} />}
        points={['pricing.afterVerification', 'pricing.everyExam']}
        href={`${screens.doctorSignup}?plan=yearly`}
        action="pricing.signUpYearly"
      />
      <Plan
        name="pricing.monthly"
        badge="pricing.quarterly"
        price={<Monthly cents={monthly.monthlyCents} />}
        billed={
          <Words of="pricing.monthlyBilled" fill={(language) => ({ price: amount(monthly.chargedCents)(language) })} />
        }
        points={['pricing.cancel', 'pricing.fullAccess']}
        href={`${screens.doctorSignup}?plan=monthly`}
        action="pricing.signUpMonthly"
      />
    </ul>
  );
}

/** Prices from the one list that billing uses, with what is really paid beneath them. */
export function Pricing() {
  return (
    <section id="pricing" className="mx-auto max-w-300 scroll-mt-20 px-4 pt-28 md:px-8">
      <h2 className="text-section">
        <Words of="pricing.title" />
      </h2>
      <p className="mt-3 text-prose text-ink-muted">
        <Words of="pricing.lead" />
      </p>
      <Chooser />
      <h3 id="center-pricing" className="mt-12 scroll-mt-20 text-h2-large">
        <Words of="pricing.centerPlans" />
      </h3>
      <CenterPlans />
      <h3 id="doctor-pricing" className="mt-12 scroll-mt-20 text-h2-large">
        <Words of="pricing.doctorPlans" />
      </h3>
      <DoctorPlans />
      <p className="mt-4 text-small text-ink-muted">
        <Words of="pricing.vat" />
      </p>
    </section>
  );
}
