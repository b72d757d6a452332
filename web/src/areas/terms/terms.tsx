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

/** Renders the terms of use at build time. A doctor's sign-up stores their version and time. */
export function Terms() {
  return <LegalPage documentTitle="titles.terms" title="terms.title" lead="terms.lead" sections={sections} />;
}
