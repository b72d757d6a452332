import type { SameKeys } from './define-messages.ts';
import type { ownSessionsEn } from './own-sessions.en.ts';

export const ownSessionsEl: SameKeys<typeof ownSessionsEn> = {
  title: 'Πού είστε συνδεδεμένοι',
  lead: 'Όλα τα προγράμματα περιήγησης όπου είστε συνδεδεμένοι. Αν δεν αναγνωρίζετε κάποιο, τερματίστε το και αλλάξτε τον κωδικό σας.',
  loadFailed: 'Οι συνδέσεις σας δεν φορτώθηκαν',
  current: 'Αυτή η σύνδεση',
  device: '{browser} σε {system}',
  program: 'Άλλο πρόγραμμα',
  network: 'δίκτυο {network}',
  ownMachine: 'στον υπολογιστή της πύλης',
  seen: 'τελευταία χρήση',
  since: 'σύνδεση {moment}',
  end: 'Τερματισμός',
  endOne: 'Τερματισμός: {device}, {place}',
  alone: 'Δεν είστε συνδεδεμένοι πουθενά αλλού.',
  endOthers: 'Τερματισμός όλων των άλλων',
  oneTitle: 'Να τερματιστεί η σύνδεση «{device}»;',
  othersTitle: 'Να τερματιστούν όλες οι άλλες συνδέσεις;',
  endText: 'Όποιος τη χρησιμοποιεί θα πρέπει να συνδεθεί ξανά. Μεταφόρτωση ή λήψη που τρέχει εκεί σταματά.',
  confirmOne: 'Τερματισμός σύνδεσης',
  confirmOthers: 'Τερματισμός τους',
  ending: 'Τερματισμός...',
  keep: 'Να μείνει',
  ended: 'Η σύνδεση τερματίστηκε',
  othersEnded: 'Όλες οι άλλες συνδέσεις τερματίστηκαν',
};
