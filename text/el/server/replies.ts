import type { messages as english } from '../../en/server/replies.ts';
import type { SameKeys } from '../../messages.ts';

export const messages = {
  codeSent: 'Στάλθηκε SMS με τον κωδικό',
  consentRequestSent: 'Το αίτημα συγκατάθεσης στάλθηκε στον ασθενή. Θα αποκτήσετε πρόσβαση μόλις το εγκρίνει.',
  dicomWeb: {
    attributeIgnored: 'Το {name} δεν αναζητείται εδώ και αγνοήθηκε.',
    unknownIncludeField: 'Το includefield {name} δεν είναι γνωστό και αγνοήθηκε.',
    missingIncludeField: 'Το includefield {name} δεν παρέχεται εδώ και αγνοήθηκε.',
    moreResults: 'Υπάρχουν περισσότερα αποτελέσματα, τα οποία μπορείτε να ζητήσετε.',
    searchTruncated: 'Η αναζήτηση έγινε μόνο στις πρώτες {count} σειρές: ορίστε μελέτη ή σειρά.',
    imagesSampled: 'Απεικονίζονται {count} από τις {total} εικόνες, σε ίσα διαστήματα.',
  },
  auditExport: {
    linkHolder: 'κάτοχος του συνδέσμου συγκατάθεσης',
    unknown: 'άγνωστο',
  },
  annotations: {
    title: 'Μετρήσεις',
    kind: 'Είδος',
    label: 'Ετικέτα',
    image: 'Εικόνα',
    frame: 'Καρέ',
    length: 'Μήκος',
    angle: 'Γωνία (μοίρες)',
    area: 'Εμβαδόν',
    scale: 'Κλίμακα',
    mean: 'Μέση τιμή',
    deviation: 'Τυπική απόκλιση',
    minimum: 'Ελάχιστο',
    maximum: 'Μέγιστο',
    unit: 'Μονάδα',
    detector: 'mm στον ανιχνευτή',
    pixels: 'εικονοστοιχεία',
    kinds: {
      length: 'Μήκος',
      angle: 'Γωνία',
      cobb: 'Γωνία Cobb',
      ellipse: 'Έλλειψη',
      rectangle: 'Ορθογώνιο',
      probe: 'Σημείο',
      arrow: 'Βέλος',
      text: 'Κείμενο',
      'key-image': 'Επιλεγμένη εικόνα',
    },
  },
} as const satisfies SameKeys<typeof english>;
