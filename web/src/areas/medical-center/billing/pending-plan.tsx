import type { CenterBilling as Billing } from '@medcloud/contract/shapes/billing';
import type { CenterPlanChange } from '@medcloud/contract/shapes/billing/plan-change';
import { PayBlock } from '../../../billing/pay-block.tsx';
import { useChoosePlan } from '../../../calls/billing.ts';
import { useFormat } from '../../../text/format.ts';
import { useText } from '../../../text/language.tsx';
import { Button } from '../../../ui/actions/button.tsx';
import { Note } from '../../../ui/feedback/note.tsx';
import { useToast } from '../../../ui/feedback/toast.tsx';

type Pending = NonNullable<CenterPlanChange['pending']>;

/** Takes the choice back: the center keeps its plan. */
function KeepButton({ billing: { plan } }: { billing: Billing }) {
  const t = useText('billing/account.plan');
  const center = useText('center');
  const toast = useToast();
  const choose = useChoosePlan();
  if (plan === 'enterprise') return null;
  const words = { plan: center(`subscription.plan.${plan}`) };
  const callbacks = {
    onSuccess: () => toast({ title: t('unchanged', words) }),
    onError: () => toast({ variant: 'danger', title: t('failed'), isShownInPage: true }),
  };
  return (
    <Button
      size="small"
      busy={choose.isPending}
      busyLabel={t('busy')}
      onClick={() => choose.mutate({ body: { plan } }, callbacks)}
    >
      {t('keep', words)}
    </Button>
  );
}

function useUntilPaid({ storageUntil }: Pending, current: string): string {
  const t = useText('billing/account.plan');
  const format = useFormat();
  if (storageUntil === null) return t('waiting', { current });
  return t('raised', { day: format.longDay(storageUntil), current });
}

function Upgrade({ billing, pending, due }: { billing: Billing; pending: Pending; due: NonNullable<Pending['due']> }) {
  const t = useText('billing/account.plan');
  const center = useText('center');
  const format = useFormat();
  const plan = center(`subscription.plan.${pending.plan}`);
  const note = useUntilPaid(pending, center(`subscription.plan.${billing.plan}`));
  const facts = {
    ...{ plan, amount: format.euros(due.amountCents), day: format.longDay(due.dueOn) },
    ...{ from: format.longDay(due.from), to: format.longDay(due.to), vat: format.euros(due.vatCents) },
  };
  const about = { title: t('payTitle', facts), period: t('payPeriod', facts), note };
  return (
    <PayBlock
      side="center"
      due={due}
      ways={billing}
      about={about}
      action={billing.isChecking ? null : <KeepButton billing={billing} />}
    />
  );
}

/** Shows a plan that was chosen and has not begun: what to pay for it, or its first day. */
export function PendingPlan({ billing }: { billing: Billing }) {
  const t = useText('billing/account.plan');
  const center = useText('center');
  const format = useFormat();
  const { pending } = billing.planChange;
  if (pending === null) return null;
  if (pending.due !== null) return <Upgrade billing={billing} pending={pending} due={pending.due} />;
  if (pending.from === null) return null;
  const facts = {
    plan: center(`subscription.plan.${pending.plan}`),
    current: center(`subscription.plan.${billing.plan}`),
    day: format.longDay(pending.from),
  };
  return (
    <Note title={t('laterTitle', facts)} actions={<KeepButton billing={billing} />} live="off">
      {t('laterText', facts)}
    </Note>
  );
}
