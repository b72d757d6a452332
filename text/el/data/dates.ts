import type { messages as english } from '../../en/data/dates.ts';
import type { SameKeys } from '../../messages.ts';

export const messages = {
  hint: 'ηη/μμ/εεεε',
  time: 'Ώρα',
  timeHint: 'ωω:λλ',
  age: '{day}, {years, plural, =0 {κάτω του 1 έτους} one {# έτους} other {# ετών}}',
  problem: {
    noDay: 'Δεν υπάρχει ημέρα {day}. Γράψτε ημέρα, μήνα, έτος.',
    noMonth: 'Δεν υπάρχει μήνας {month}. Γράψτε ημέρα, μήνα, έτος.',
    shortMonth: 'Ο {month} έχει μόνο {days} ημέρες.',
    yearMissing: 'Γράψτε και το έτος: ημέρα, μήνα, έτος.',
    yearDigits: 'Γράψτε όλα τα ψηφία του έτους, π.χ. 2026.',
    unclear: 'Γράψτε ημέρα, μήνα, έτος, π.χ. 3/11/2026.',
    dayMissing: 'Συμπληρώστε και την ημερομηνία.',
    timeMissing: 'Συμπληρώστε και την ώρα.',
    noTime: 'Γράψτε την ώρα όπως 14:30.',
  },
  calendar: {
    open: 'Άνοιγμα ημερολογίου',
    title: 'Επιλογή ημερομηνίας',
    month: 'Μήνας',
    year: 'Έτος',
    previous: 'Προηγούμενος μήνας',
    next: 'Επόμενος μήνας',
  },
} as const satisfies SameKeys<typeof english>;
