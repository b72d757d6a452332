import type { DoctorPlan } from '@medcloud/contract/plans';
import type { DoctorBilling } from '@medcloud/contract/shapes/billing';
import { type FormEvent, useState } from 'react';
import { errorMessageOf } from '../../../calls/client/use-api-query.ts';
import { usePlanCards } from '../../../forms/plan-cards.tsx';
import { doctorAccountText } from '../../../text/doctor-account.ts';
import { useFormat } from '../../../text/format.ts';
import { useText, useUiText } from '../../../text/language.tsx';
import { useErrorMessage } from '../../../text/use-error-message.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { Badge } from '../../../ui/data/badge.tsx';
import { Note } from '../../../ui/feedback/note.tsx';
import { RadioCards } from '../../../ui/forms/radio-cards.tsx';
import { Dialog, DialogActions, DialogForm } from '../../../ui/overlays/dialog.tsx';
import { useSavePlan } from './use-save-plan.ts';

/** Returns the plan that follows without another change. */
const nextPlan = ({ plan, pendingChange }: DoctorBilling) => pendingChange?.plan ?? plan;

/** Chooses the plan for the time after the current period. */
export function ChangePlanDialog({ billing, onClose }: { billing: DoctorBilling; onClose: () => void }) {
  const t = useText(doctorAccountText);
  const ui = useUiText();
  const errorMessage = useErrorMessage();
  const format = useFormat();
  const [plan, setPlan] = useState<DoctorPlan>(nextPlan(billing));
  const change = useSavePlan(onClose);
  const currentBadge = <Badge variant="ok">{t('change.present')}</Badge>;
  const cards = usePlanCards().map((card) => (card.value === billing.plan ? { ...card, badge: currentBadge } : card));
  const isSame = plan === nextPlan(billing);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isSame && !change.isPending) change.mutate({ body: { plan } });
  };
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={t('change.title')}
      text={
        billing.nextBilling === null ? t('change.atOnce') : t('change.later', { day: format.day(billing.nextBilling) })
      }
      dirty={change.isPending}
    >
      <DialogForm onSubmit={submit}>
        <RadioCards
          label={t('change.title')}
          value={plan}
          onChange={(value) => setPlan(value === 'monthly' ? 'monthly' : 'yearly')}
          options={cards}
        />
        {change.error && (
          <Note variant="danger">{errorMessage(errorMessageOf(change.error)) ?? ui('error.noAnswer')}</Note>
        )}
        <DialogActions>
          <Button variant="ghost" onClick={onClose} disabled={change.isPending}>
            {ui('action.cancel')}
          </Button>
          <Button
            type="submit"
            variant="primary"
            busy={change.isPending}
            busyLabel={t('change.changing')}
            reason={isSame ? t('change.same') : undefined}
          >
            {t('change.confirm')}
          </Button>
        </DialogActions>
      </DialogForm>
    </Dialog>
  );
}
