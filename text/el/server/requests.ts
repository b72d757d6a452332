import type { messages as english } from '../../en/server/requests.ts';
import type { SameKeys } from '../../messages.ts';

export const messages = {
  field_unknown: 'Αυτό το πεδίο δεν ανήκει στο αίτημα. Αφαιρέστε το.',
  role_unknown: 'Δεν υπάρχει τέτοιος ρόλος',
  role_twice: 'Κάθε ρόλος δηλώνεται μία φορά',
  sent_twice: 'Αυτό το πεδίο στάλθηκε πάνω από μία φορά',
  not_readable: 'Αυτή η τιμή δεν διαβάστηκε',
  boolean_expected: 'Η τιμή πρέπει να είναι αληθής ή ψευδής',
  list_expected: 'Η τιμή πρέπει να είναι λίστα',
  window_invalid: 'Το window πρέπει να έχει τη μορφή center,width,linear.',
  viewport_invalid: 'Το viewport πρέπει να έχει τη μορφή width,height.',
  offset_too_large: 'Το offset είναι πολύ μεγάλο.',
  search_value_too_long: 'Η τιμή της αναζήτησης είναι πολύ μεγάλη.',
  too_many_filters: 'Η αναζήτηση έχει πάρα πολλά γνωρίσματα. Χρησιμοποιήστε λιγότερα.',
  whole_number_expected: 'Το {value} πρέπει να είναι ακέραιος αριθμός, 0 ή μεγαλύτερος.',
  idempotency_key_missing: 'Στείλτε ένα Idempotency-Key με αυτό το αίτημα.',
  idempotency_key_too_long: 'Το Idempotency-Key έχει πάνω από 200 χαρακτήρες.',
  header_not_bytes: 'Η κεφαλίδα {value} πρέπει να είναι αριθμός byte.',
  checksum_header_invalid: 'Η κεφαλίδα upload-checksum πρέπει να περιέχει sha1 ή sha256 και ένα digest σε Base64.',
  if_match_missing: 'Στείλτε στο If-Match την έκδοση που αλλάζετε',
  annotation_points: 'Τα σημεία δεν ταιριάζουν με το είδος της μέτρησης',
} as const satisfies SameKeys<typeof english>;
