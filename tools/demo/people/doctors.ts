import type { DoctorSignup } from '@medcloud/contract';
import type { Language } from '@medcloud/contract/languages';

/** A doctor of the demonstration, and the course of the application. */
export interface DemoDoctor {
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly licenseNumber: string;
  readonly specialization: 'Radiology' | 'Cardiology' | 'Neurology' | 'Orthopedics' | 'General Practice' | 'Other';
  readonly gender: 'female' | 'male';
  readonly plan: 'yearly' | 'monthly';
  readonly language: Language;
  /** 0: today, some hours ago. */
  readonly appliedDaysAgo: number;
  readonly decision: 'approved' | 'rejected' | 'none';
  /** Free days that the approval gives. */
  readonly trialDays?: number;
  /** A payment of what is asked by card. `cents`: another amount than was asked. `disputedDaysAgo`: its bank takes it back. */
  readonly cardPayment?: { readonly daysAgo: number; readonly cents?: number; readonly disputedDaysAgo?: number };
  /** A file of the bank with the transfer of what is asked; without the reference an administrator decides about it. */
  readonly bankFile?: { readonly daysAgo: number; readonly hasReference: boolean };
  /** Days on which a transfer of all that is owed comes; by default one, soon after the approval. */
  readonly transfersDaysAgo?: readonly number[];
  /** A credit note for the first invoice. */
  readonly credit?: { readonly daysAgo: number; readonly cents: number; readonly reason: string };
  /** A change by an administrator: the period's end and status. */
  readonly subscriptionChange?: {
    readonly daysAgo: number;
    readonly endsInDays: number;
    readonly status: 'active' | 'inactive';
  };
  /** A new license, which must be approved again. */
  readonly newLicense?: { readonly daysAgo: number; readonly licenseNumber: string };
  /** Plan selected for the next period. */
  readonly nextPlan?: 'yearly' | 'monthly';
  /** True if the doctor sends random requests during the year, in addition to those in `requests.ts`. */
  readonly isBusy: boolean;
}

export const demoDoctorEmail = 'doctor@demo.medcloud.local';

const createEmail = (name: string) => `${name}@demo.medcloud.local`;

export const doctors: readonly DemoDoctor[] = [
  {
    email: demoDoctorEmail,
    firstName: 'Νίκη',
    lastName: 'Αλεξάνδρου',
    licenseNumber: 'ΙΣΑ-048213',
    specialization: 'Radiology',
    gender: 'female',
    plan: 'yearly',
    language: 'el',
    appliedDaysAgo: 372,
    decision: 'approved',
    transfersDaysAgo: [366, 19],
    isBusy: true,
  },
  {
    email: createEmail('manolas'),
    firstName: 'Γρηγόρης',
    lastName: 'Μανωλάς',
    licenseNumber: 'ΙΣΠ-011872',
    specialization: 'Orthopedics',
    gender: 'male',
    plan: 'monthly',
    language: 'el',
    appliedDaysAgo: 301,
    decision: 'approved',
    transfersDaysAgo: [296, 214, 122, 33],
    nextPlan: 'yearly',
    isBusy: true,
  },
  {
    email: createEmail('vernikou'),
    firstName: 'Αθηνά',
    lastName: 'Βερνίκου',
    licenseNumber: 'ΙΣΑ-052907',
    specialization: 'Neurology',
    gender: 'female',
    plan: 'yearly',
    language: 'el',
    appliedDaysAgo: 243,
    decision: 'approved',
    isBusy: true,
  },
  {
    email: createEmail('doukas'),
    firstName: 'Στέφανος',
    lastName: 'Δούκας',
    licenseNumber: 'ΙΣΘ-020416',
    specialization: 'Cardiology',
    gender: 'male',
    plan: 'yearly',
    language: 'el',
    appliedDaysAgo: 176,
    decision: 'approved',
    credit: { daysAgo: 158, cents: 4_800, reason: 'Έκπτωση 10% που είχε συμφωνηθεί' },
    isBusy: true,
  },
  {
    // Paid by card, and then disputed at the card's bank: the invoice is open again, and access stays.
    email: createEmail('lindqvist'),
    firstName: 'Katarina',
    lastName: 'Lindqvist',
    licenseNumber: 'ISA-061145',
    specialization: 'General Practice',
    gender: 'female',
    plan: 'monthly',
    language: 'en',
    appliedDaysAgo: 71,
    decision: 'approved',
    transfersDaysAgo: [],
    cardPayment: { daysAgo: 66, disputedDaysAgo: 3 },
    isBusy: true,
  },
  {
    // The period has ended and the next was not paid: the grants stay, but give no access.
    email: createEmail('zacharias'),
    firstName: 'Περικλής',
    lastName: 'Ζαχαρίας',
    licenseNumber: 'ΙΣΗ-007735',
    specialization: 'General Practice',
    gender: 'male',
    plan: 'monthly',
    language: 'el',
    appliedDaysAgo: 205,
    decision: 'approved',
    isBusy: false,
  },
  {
    email: createEmail('rapti'),
    firstName: 'Καλλιόπη',
    lastName: 'Ράπτη',
    licenseNumber: 'ΙΣΑ-039558',
    specialization: 'Radiology',
    gender: 'female',
    plan: 'yearly',
    language: 'el',
    appliedDaysAgo: 334,
    decision: 'approved',
    subscriptionChange: { daysAgo: 40, endsInDays: 4, status: 'active' },
    isBusy: true,
  },
  {
    email: createEmail('dendrinos'),
    firstName: 'Λουκάς',
    lastName: 'Δενδρινός',
    licenseNumber: 'ΙΣΚ-003391',
    specialization: 'Other',
    gender: 'male',
    plan: 'monthly',
    language: 'el',
    appliedDaysAgo: 158,
    decision: 'approved',
    // Never paid: the access was suspended, and then the subscription ended.
    transfersDaysAgo: [],
    subscriptionChange: { daysAgo: 61, endsInDays: 30, status: 'inactive' },
    isBusy: false,
  },
  {
    email: createEmail('petridi'),
    firstName: 'Ροδάνθη',
    lastName: 'Πετρίδη',
    licenseNumber: 'ΙΣΑ-044020',
    specialization: 'Neurology',
    gender: 'female',
    plan: 'yearly',
    language: 'el',
    appliedDaysAgo: 118,
    decision: 'approved',
    newLicense: { daysAgo: 2, licenseNumber: 'ΙΣΑ-064020' },
    isBusy: false,
  },
  {
    // A transfer without its reference: the bank's file has it, and an administrator decides what it pays.
    email: createEmail('roussou'),
    firstName: 'Δάφνη',
    lastName: 'Ρούσσου',
    licenseNumber: 'ΙΣΘ-027950',
    specialization: 'Cardiology',
    gender: 'female',
    plan: 'yearly',
    language: 'el',
    appliedDaysAgo: 6,
    decision: 'approved',
    transfersDaysAgo: [],
    bankFile: { daysAgo: 1, hasReference: false },
    isBusy: true,
  },
  {
    // A free trial, paid for before its end by a transfer with its reference: the paid period follows it.
    email: createEmail('sideri'),
    firstName: 'Ελπίδα',
    lastName: 'Σιδέρη',
    licenseNumber: 'ΙΣΛ-016084',
    specialization: 'Radiology',
    gender: 'female',
    plan: 'monthly',
    language: 'el',
    appliedDaysAgo: 64,
    decision: 'approved',
    trialDays: 30,
    transfersDaysAgo: [],
    bankFile: { daysAgo: 38, hasReference: true },
    isBusy: false,
  },
  {
    // A free trial that was not paid for: the access ended with it, and nothing is owed.
    email: createEmail('kontos'),
    firstName: 'Θεόφιλος',
    lastName: 'Κόντος',
    licenseNumber: 'ΙΣΒ-009627',
    specialization: 'Other',
    gender: 'male',
    plan: 'yearly',
    language: 'el',
    appliedDaysAgo: 45,
    decision: 'approved',
    trialDays: 14,
    transfersDaysAgo: [],
    isBusy: false,
  },
  {
    // On a free trial, with a card payment that is less than what was asked: an administrator decides about it.
    email: createEmail('markaki'),
    firstName: 'Ιωάννα',
    lastName: 'Μαρκάκη',
    licenseNumber: 'ΙΣΗ-031752',
    specialization: 'Orthopedics',
    gender: 'female',
    plan: 'yearly',
    language: 'el',
    appliedDaysAgo: 9,
    decision: 'approved',
    trialDays: 20,
    transfersDaysAgo: [],
    cardPayment: { daysAgo: 2, cents: 45_000 },
    isBusy: false,
  },
  {
    email: createEmail('fokas'),
    firstName: 'Μιλτιάδης',
    lastName: 'Φωκάς',
    licenseNumber: 'ΙΣΑ-000000',
    specialization: 'Cardiology',
    gender: 'male',
    plan: 'monthly',
    language: 'el',
    appliedDaysAgo: 17,
    decision: 'rejected',
    isBusy: false,
  },
  {
    email: createEmail('tzavellas'),
    firstName: 'Άρης',
    lastName: 'Τζαβέλλας',
    licenseNumber: 'ΙΣΙ-002518',
    specialization: 'Orthopedics',
    gender: 'male',
    plan: 'monthly',
    language: 'el',
    appliedDaysAgo: 3,
    decision: 'none',
    isBusy: false,
  },
  {
    email: createEmail('karra'),
    firstName: 'Ισμήνη',
    lastName: 'Καρρά',
    licenseNumber: 'ΙΣΑ-066301',
    specialization: 'Cardiology',
    gender: 'female',
    plan: 'yearly',
    language: 'el',
    appliedDaysAgo: 1,
    decision: 'none',
    isBusy: false,
  },
];

/** Creates a doctor's sign-up form. */
export function createApplication(doctor: DemoDoctor, password: string): DoctorSignup & { confirmPassword: string } {
  const { email, firstName, lastName, licenseNumber, specialization, gender, plan, language } = doctor;
  const isMastercard = plan === 'monthly';
  return {
    ...{ email, firstName, lastName, licenseNumber, specialization, gender, plan, language },
    password,
    confirmPassword: password,
    acceptedTerms: true,
    billing: {
      cardholderName: `${firstName} ${lastName}`,
      brand: isMastercard ? 'Mastercard' : 'Visa',
      last4: String(1_000 + ((licenseNumber.length * 613 + lastName.length * 97) % 9_000)),
      expiry: '11/29',
      address: 'Βασιλίσσης Σοφίας 48',
      city: 'Αθήνα',
      postalCode: '115 28',
      country: 'GR',
    },
  };
}
