import type { DoctorBilling as Billing } from '@medcloud/contract/shapes/billing';
import { useCancellation } from '../../../calls/billing.ts';
import { useFormat } from '../../../text/format.ts';
import { useText } from '../../../text/language.tsx';
import { useFailure } from '../../../text/use-error-message.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { Note } from '../../../ui/feedback/note.tsx';
import { Card } from '../../../ui/layout/card.tsx';

/** Offers a doctor without a subscription to begin one again: asks for the payment, which is then shown instead. */
export function StartAgain({ billing: { plan, prices } }: { billing: Pick<Billing, 'plan' | 'prices'> }) {
  const t = useText('billing/account.startAgain');
  const format = useFormat();
  const describeFailure = useFailure();
  const start = useCancellation('doctor');
  const { chargedCents, chargedEveryMonths: months } = prices[plan];
  const failure = describeFailure(start.error);
  return (
    <Card>
      <p className="text-h2-large">{t('title')}</p>
      <p className="mt-1 text-body text-ink-muted figures">
        {t('text', { amount: format.euros(chargedCents), months })}
      </p>
      {failure !== undefined && (
        <div className="mt-3">
          <Note variant="danger">{failure}</Note>
        </div>
      )}
      <Button
        variant="primary"
        className="mt-4 max-sm:w-full"
        busy={start.isPending}
        busyLabel={t('busy')}
        onClick={() => start.mutate({ body: { cancel: false } })}
      >
        {t('action')}
      </Button>
    </Card>
  );
}
