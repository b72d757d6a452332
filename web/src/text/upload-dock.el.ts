import type { SameKeys } from './define-messages.ts';
import type { uploadDockEn } from './upload-dock.en.ts';

export const uploadDockEl: SameKeys<typeof uploadDockEn> = {
  dock: 'Ανεβάσματα',
  of: '{patient} · {examType}',
  progress: 'Ανέβασμα του {file}',
  cancel: 'Ακύρωση του ανεβάσματος: {file}',
  dismiss: 'Απόκρυψη: {file}',
  pause: 'Παύση του ανεβάσματος: {file}',
  resume: 'Συνέχεια του ανεβάσματος: {file}',
  paused: 'Σε παύση',
  waitsForConnection: 'Περιμένει τη σύνδεση και συνεχίζει μόνο του',
  tryNow: 'Δοκιμή τώρα',
  tryNowOf: 'Δοκιμή τώρα, για να συνεχίσει το ανέβασμα: {file}',
  interrupted:
    'Διακόπηκε. Επιλέξτε ξανά {what, select, folder {τον φάκελο} files {τα αρχεία} other {το αρχείο}} και συνεχίζει από το ίδιο byte.',
  interruptedHere: 'Διακόπηκε. Συνεχίζει από το ίδιο byte.',
  goOn: 'Συνέχεια',
  otherFile:
    '{what, select, folder {Κάτι στον φάκελο δεν είναι όπως ήταν. Επιλέξτε αυτόν που ανέβαινε.} files {Δεν είναι τα ίδια αρχεία. Επιλέξτε αυτά που ανέβαιναν.} other {Είναι άλλο αρχείο. Επιλέξτε αυτό που ανέβαινε.}}',
  readingAgain: 'Διαβάζεται ξανά...',
  chooseAgain: 'Επιλογή {what, select, folder {φακέλου} files {αρχείων} other {αρχείου}}',
  chooseAgainOf:
    'Επιλογή {what, select, folder {φακέλου: ξανά αυτός του {file}} files {αρχείων: ξανά αυτά του {file}} other {αρχείου: ξανά το {file}}}, για να συνεχίσει',
  retry: 'Δοκιμάστε ξανά',
  retryOf: 'Δοκιμάστε ξανά: {file}',
  waiting: 'Περιμένει τη σειρά του',
  sealing: 'Ελέγχεται και σφραγίζεται...',
  done: '{size} σε {seconds, number} δ.',
  clear: 'Απόκρυψη ολοκληρωμένων',
  more: '{count, plural, one {# ακόμη} other {# ακόμη}}',
  fewer: 'Λιγότερα',
  running: '{count, plural, one {# ανέβασμα σε εξέλιξη} other {# ανεβάσματα σε εξέλιξη}}',
  open: 'Εμφάνιση ανεβασμάτων',
  close: 'Απόκρυψη ανεβασμάτων',
  view: 'Προβολή',
  viewOf: 'Προβολή: {file}',
};
