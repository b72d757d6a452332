import { screens } from '@medcloud/contract/screens';
import type { CenterBilling as Billing } from '@medcloud/contract/shapes/billing';
import type { PlanOption } from '@medcloud/contract/shapes/billing/plan-change';
import { useState } from 'react';
import { Link } from 'react-router';
import { lazyComponent } from '../../../lib/lazy-component.tsx';
import { useFormat } from '../../../text/format.ts';
import { useText } from '../../../text/language.tsx';
import { Button } from '../../../ui/actions/button.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import { usePlanWords } from './use-plan-words.ts';

const PlanDialog = lazyComponent(async () => (await import('./plan-dialog.tsx')).PlanDialog);

function Ask({ text }: { text: string }) {
  return (
    <Link to={screens.support} className="text-primary-text underline">
      {text}
    </Link>
  );
}

/** What another plan costs now and later, and the button that asks for it. */
function Option({ billing, option }: { billing: Billing; option: PlanOption }) {
  const t = useText('billing/account.plan');
  const words = usePlanWords(option);
  const format = useFormat();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <p className="text-h3">{words.name}</p>
      <p className="mt-1 text-body figures">{t('storage', { size: format.planSize(option.quotaBytes) })}</p>
      <p className="mt-1 text-body text-ink-muted figures">{words.cost}</p>
      <Button
        className="mt-4 max-sm:w-full"
        onClick={() => setOpen(true)}
        reason={option.isOverQuota ? t('over', { plan: words.name }) : undefined}
      >
        {t('action', { plan: words.name })}
      </Button>
      {isOpen && <PlanDialog billing={billing} option={option} onClose={() => setOpen(false)} />}
    </>
  );
}

/** Lets a center choose another plan, or says why it cannot. */
export function PlanChoice({ billing }: { billing: Billing }) {
  const t = useText('billing/account.plan');
  const { hindrance, options, pending } = billing.planChange;
  // what was chosen is shown above, with the way back
  if (pending !== null) return null;
  return (
    <Card title={t('title')}>
      {hindrance !== null && (
        <p className="text-body text-ink-muted">
          {t(`hindrance.${hindrance}`)} {hindrance === 'agreed' && <Ask text={t('ask')} />}
        </p>
      )}
      {options.map((option) => (
        <Option key={option.plan} billing={billing} option={option} />
      ))}
      {options.length > 0 && (
        <p className="mt-4 text-small text-ink-muted">
          {t('enterprise')} <Ask text={t('askEnterprise')} />
        </p>
      )}
    </Card>
  );
}
