import { LegalPage } from '../landing/legal-page.tsx';

const sections = [
  ['terms.serviceTitle', 'terms.service'],
  ['terms.accountsTitle', 'terms.accounts'],
  ['terms.centersTitle', 'terms.centers'],
  ['terms.doctorsTitle', 'terms.doctors'],
  ['terms.patientsTitle', 'terms.patients'],
  ['terms.paymentTitle', 'terms.payment'],
  ['terms.useTitle', 'terms.use'],
  ['terms.availabilityTitle', 'terms.availability'],
  ['terms.lawTitle', 'terms.law'],
] as const;

/** What the portal does, and what it asks. Its version and time are kept with a doctor's sign-up. Rendered by the build. */
export function Terms() {
  return <LegalPage title="terms.title" lead="terms.lead" sections={sections} />;
}
