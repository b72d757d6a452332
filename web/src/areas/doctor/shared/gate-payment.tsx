import { screens } from '@medcloud/contract/screens';
import { Link } from 'react-router';
import { DetailsFirst, PayBlock } from '../../../billing/pay-block.tsx';
import { useDoctorBilling } from '../../../calls/doctor.ts';
import { useText } from '../../../text/language.tsx';
import { Button } from '../../../ui/actions/button.tsx';
import { BillingDetails } from './billing-details.tsx';
import { CardSkeleton } from './card-skeleton.tsx';
import { StartAgain } from './start-again.tsx';

/** Shows what to pay so that records open again, and the way to the invoices. */
export function GatePayment() {
  const t = useText('billing/account.gate');
  const { data: billing, error } = useDoctorBilling();
  if (!billing && !error)
    return (
      <div role="status" className="skeleton">
        <span className="sr-only">{t('loading')}</span>
        <CardSkeleton lineCount={6} />
      </div>
    );
  return (
    <>
      {billing?.needsDetails && (
        <>
          <DetailsFirst />
          <BillingDetails billing={billing} />
        </>
      )}
      {billing?.canStartAgain && <StartAgain billing={billing} />}
      {billing?.canStartAgain && billing.party === null && <BillingDetails billing={billing} />}
      {billing?.due && <PayBlock side="doctor" due={billing.due} ways={billing} />}
      <Button asChild className="self-start max-sm:w-full">
        <Link to={screens.doctorBilling}>{t('all')}</Link>
      </Button>
    </>
  );
}
