import type { messages as english } from '../../en/billing/payments.ts';
import type { SameKeys } from '../../messages.ts';

export const messages = {
  label: 'Πληρωμές',
  filter: 'Ημέρα',
  day: 'Ημερομηνία',
  daySum: '{amount} εκείνη την ημέρα',
  payer: 'Από',
  paid: 'Εξόφλησε',
  nothingPaid: 'Κανένα παραστατικό ακόμη',
  unknown: 'Άγνωστος πληρωτής',
  way: 'Τρόπος',
  ways: { manual: 'Χειροκίνητα', bank: 'Αρχείο τράπεζας', stripe: 'Κάρτα' },
  amount: 'Ποσό',
  count: '{count, plural, =0 {Καμία πληρωμή} one {# πληρωμή} other {# πληρωμές}}',
  countMore: 'Περισσότερες από {count, number} πληρωμές',
  none: 'Δεν βρέθηκαν πληρωμές',
  noneText: 'Οι πληρωμές εμφανίζονται εδώ μόλις καταχωριστούν: από το αρχείο της τράπεζας, χειροκίνητα ή με κάρτα.',
  failed: 'Δεν φορτώθηκαν οι πληρωμές',
  more: 'Περισσότερες πληρωμές',
} as const satisfies SameKeys<typeof english>;
