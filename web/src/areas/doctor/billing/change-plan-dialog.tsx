import type { DoctorPlan } from '@medcloud/contract/plans';
import type { DoctorBilling } from '@medcloud/contract/shapes/billing';
import { useController, useForm } from 'react-hook-form';
import { FormDialog } from '../../../forms/form-dialog.tsx';
import { usePlanCards } from '../../../forms/plan-cards.tsx';
import { useSubmit } from '../../../forms/use-submit.ts';
import { useFormat } from '../../../text/format.ts';
import { useText } from '../../../text/language.tsx';
import { Badge } from '../../../ui/data/badge.tsx';
import { RadioCards } from '../../../ui/forms/radio-cards.tsx';
import { useSavePlan } from './use-save-plan.ts';

/** Returns the plan that follows without another change. */
const nextPlan = ({ plan, pendingChange }: DoctorBilling) => pendingChange?.plan ?? plan;

/** Chooses the plan for the time after the current period. */
export function ChangePlanDialog({ billing, onClose }: { billing: DoctorBilling; onClose: () => void }) {
  const t = useText('account');
  const format = useFormat();
  const form = useForm<{ plan: DoctorPlan }>({ defaultValues: { plan: nextPlan(billing) } });
  const submission = useSubmit(form, useSavePlan(onClose), { toInput: (body) => ({ body }), isDiscardable: true });
  const { field } = useController({ control: form.control, name: 'plan' });
  const currentBadge = <Badge variant="ok">{t('change.present')}</Badge>;
  const cards = usePlanCards(billing.prices).map((card) =>
    card.value === billing.plan ? { ...card, badge: currentBadge } : card,
  );
  return (
    <FormDialog
      isWide
      submission={submission}
      onClose={onClose}
      title={t('billing.changePlan')}
      text={
        billing.status !== 'active' || billing.subscriptionEndDate === null
          ? t('change.immediately')
          : t('change.later', { day: format.day(billing.subscriptionEndDate) })
      }
      submitLabel={t('billing.changePlan')}
      busyLabel={t('change.changing')}
      reason={field.value === nextPlan(billing) ? t('change.same') : undefined}
    >
      <RadioCards
        label={t('billing.changePlan')}
        value={field.value}
        onChange={(value) => field.onChange(value === 'monthly' ? 'monthly' : 'yearly')}
        options={cards}
      />
    </FormDialog>
  );
}
