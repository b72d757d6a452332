import type { CenterBilling as Billing } from '@medcloud/contract/shapes/billing';
import type { PlanOption } from '@medcloud/contract/shapes/billing/plan-change';
import { useChoosePlan } from '../../../calls/billing.ts';
import { useFormat } from '../../../text/format.ts';
import { useText } from '../../../text/language.tsx';
import { useFailure } from '../../../text/use-error-message.ts';
import { useToast } from '../../../ui/feedback/toast.tsx';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx';
import { usePlanWords } from './use-plan-words.ts';

interface PlanDialogProps {
  billing: Billing;
  option: PlanOption;
  onClose: () => void;
}

/** Says how a higher plan is paid, and what holds until then. */
function useWhenPaid({ billing, option }: Omit<PlanDialogProps, 'onClose'>): string {
  const t = useText('billing/account.plan');
  const format = useFormat();
  const { credit, method, savedCard } = billing;
  const { todayCents, quotaBytes, raisesNow, dueOn } = option;
  if (credit.amountCents >= (todayCents ?? 0)) return t('byCredit', { credit: format.euros(credit.amountCents) });
  if (method === 'card' && savedCard === 'ok') return t('byCard');
  return t(raisesNow ? 'raisesNow' : 'raisesLater', { size: format.planSize(quotaBytes), day: format.longDay(dueOn) });
}

/** Asks before a plan is chosen: it names what is to be paid, and from which day. */
export function PlanDialog({ billing, option, onClose }: PlanDialogProps) {
  const t = useText('billing/account.plan');
  const center = useText('center');
  const format = useFormat();
  const toast = useToast();
  const describeFailure = useFailure();
  const choose = useChoosePlan();
  const words = usePlanWords(option);
  const whenPaid = useWhenPaid({ billing, option });
  const { name: plan, price, from, today } = words;
  const current = center(`subscription.plan.${billing.plan}`);
  const { todayCents, quotaBytes, until } = option;
  const facts = { plan, price, from, current, size: format.planSize(quotaBytes), until: format.longDay(until) };
  const title = today === null ? t('titleLater', facts) : t('titleToday', { plan, amount: today });
  const onSuccess = () => {
    toast({ title: t(todayCents === null ? 'chosenLater' : 'chosen', facts) });
    onClose();
  };
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={title}
      text={
        todayCents === null ? (
          t('textLater', facts)
        ) : (
          <>
            {t('textToday', facts)}
            <span className="mt-2 block">{whenPaid}</span>
          </>
        )
      }
      confirmLabel={today === null ? t('action', facts) : t('confirm', { amount: today })}
      confirmingLabel={t('busy')}
      cancelLabel={t('keep', { plan: current })}
      onConfirm={() => choose.mutate({ body: { plan: option.plan } }, { onSuccess })}
      busy={choose.isPending}
      error={describeFailure(choose.error)}
    />
  );
}
