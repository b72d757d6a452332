import type { messages as english } from '../../en/viewer/objects.ts';
import type { SameKeys } from '../../messages.ts';

export const messages = {
  waveform: {
    label: 'Κυματομορφή',
    paper: 'Καταγραφή',
    sheet: 'Καταγραφή: {channels}',
    tools: 'Καταγραφή',
    recording: 'Καταγραφή',
    group: 'Καταγραφή {number}',
    page: 'Σελίδα {page} από {pages}',
    previous: 'Προηγούμενη σελίδα',
    next: 'Επόμενη σελίδα',
    speed: 'Ταχύτητα χαρτιού',
    speedValue: '{speed} mm/s',
    gain: 'Ευαισθησία',
    gainValue: '{gain} mm/mV',
    ownScale: '10 mm = {value}',
    calipers: 'Διαβήτης',
    hint: 'Σύρετε πάνω στην καταγραφή, ή πατήστε εκεί Enter και μετακινήστε τα σημεία με τα βέλη.',
    point: 'Σημείο διαβήτη {number}',
    pointValue: '{milliseconds} ms',
    milliseconds: '{value} ms',
    perMinute: '{value} παλμοί/λεπτό',
    amplitude: '{channel}: {value}',
    print: 'Εκτύπωση σε πραγματικό μέγεθος',
    inFile: 'Στο αρχείο: {facts}',
    cannot: 'Η καταγραφή δεν μπορεί να εμφανιστεί εδώ',
    unreadable:
      'Η μορφή της δεν υποστηρίζεται ή τα στοιχεία της αντιφάσκουν. Κατεβάστε το αρχείο για να το ανοίξετε αλλού.',
    truncated: 'Το αρχείο τελειώνει πριν από την καταγραφή.',
    others:
      '{count, plural, one {# καταγραφή της σειράς δεν μπορεί να εμφανιστεί.} other {# καταγραφές της σειράς δεν μπορούν να εμφανιστούν.}} Κατεβάστε το αρχείο για να τα δείτε όλα.',
  },
  overlays: {
    title: 'Τμήματα και δομές',
    none: 'Η εξέταση δεν έχει τμήματα ή δομές που μπορούν να εμφανιστούν.',
    opacity: 'Αδιαφάνεια',
    only: 'Μόνο αυτό',
    onlyLabel: 'Εμφάνιση μόνο: {name}',
    jump: 'Μετάβαση: {name}',
    showAll: 'Εμφάνιση όλων',
    hideAll: 'Απόκρυψη όλων',
    unnamed: 'Τμήμα {number}',
    noImage: '{name}: δεν φαίνεται σε καμία εικόνα της εξέτασης',
    otherSpace: 'Ανήκουν σε εικόνες με άλλο σύστημα συντεταγμένων και δεν σχεδιάζονται εδώ.',
    otherSpaceItem: 'Σε άλλο σύστημα συντεταγμένων: δεν σχεδιάζεται εδώ',
    incomplete: 'Ορισμένα τμήματα δεν φορτώθηκαν. Η απεικόνιση είναι ελλιπής.',
    failed:
      '{count, plural, one {# αντικείμενο δεν διαβάστηκε.} other {# αντικείμενα δεν διαβάστηκαν.}} Κατεβάστε το αρχείο για να το ανοίξετε αλλού.',
  },
} as const satisfies SameKeys<typeof english>;
