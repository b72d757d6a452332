import type { DoctorBilling as Billing } from '@medcloud/contract/shapes/billing';
import { useSession } from '../../../app/session/session.tsx';
import { PartyCard } from '../../../billing/party-card.tsx';

/** The doctor's name and the address given at the sign-up, with which the billing details start. */
export function BillingDetails({ billing: { party, paymentMethod } }: { billing: Billing }) {
  const { doctor } = useSession();
  const preset = {
    legalName: doctor ? `${doctor.firstName} ${doctor.lastName}` : '',
    address: paymentMethod?.address ?? '',
    city: paymentMethod?.city ?? '',
    postalCode: paymentMethod?.postalCode ?? '',
  };
  return <PartyCard side="doctor" party={party} preset={preset} />;
}
