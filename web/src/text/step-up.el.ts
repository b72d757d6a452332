import type { SameKeys } from './define-messages.ts';
import type { stepUpEn } from './step-up.en.ts';

export const stepUpEl: SameKeys<typeof stepUpEn> = {
  title: 'Γράψτε ξανά τον κωδικό σας',
  text: 'Η ενέργεια αυτή αλλάζει όσα μπορούν να κάνουν ή πληρώνουν άλλοι, και πέρασαν πάνω από δέκα λεπτά αφότου δώσατε τον κωδικό σας. Μετά συνεχίζεται αυτό που κάνατε.',
  password: 'Ο κωδικός σας',
  go: 'Συνέχεια',
  checking: 'Έλεγχος...',
  giveUp: 'Να μη συνεχιστεί',
};
