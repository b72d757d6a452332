import type { SameKeys } from './define-messages.ts';
import type { frameEn } from './frame.en.ts';

export const frameEl: SameKeys<typeof frameEn> = {
  navigation: {
    centerDashboard: 'Πίνακας',
    centerPatients: 'Διαχείριση ασθενών',
    centerUpload: 'Ανέβασμα εξετάσεων',
    centerHistory: 'Ιστορικό εξετάσεων',
    doctorDashboard: 'Πίνακας',
    doctorPatients: 'Ανάκτηση δεδομένων',
    doctorProfile: 'Το προφίλ μου',
    doctorSupport: 'Υποστήριξη',
    adminDashboard: 'Πίνακας',
    adminUsers: 'Όλοι οι χρήστες',
    adminMedicalCentersInfo: 'Στοιχεία ιατρικών κέντρων',
    adminApproveDoctors: 'Έγκριση αιτήσεων γιατρών',
    adminMedicalCenterSignup: 'Εγγραφή ιατρικού κέντρου',
    adminSystemLogs: 'Αρχείο καταγραφής',
    adminAudit: 'Ίχνος ελέγχου',
    adminInbox: 'Εισερχόμενα',
    support: 'Βοήθεια και υποστήριξη',
  },
  guard: {
    only: {
      medical_center: 'Αυτή η σελίδα είναι για ιατρικά κέντρα',
      doctor: 'Αυτή η σελίδα είναι για γιατρούς',
      admin: 'Αυτή η σελίδα είναι για διαχειριστές',
    },
    mine: {
      medical_center:
        'Έχετε συνδεθεί ως ιατρικό κέντρο. Για να τη δείτε, αποσυνδεθείτε και συνδεθείτε με άλλον λογαριασμό.',
      doctor: 'Έχετε συνδεθεί ως γιατρός. Για να τη δείτε, αποσυνδεθείτε και συνδεθείτε με άλλον λογαριασμό.',
      admin: 'Έχετε συνδεθεί ως διαχειριστής. Για να τη δείτε, αποσυνδεθείτε και συνδεθείτε με άλλον λογαριασμό.',
    },
    toDashboard: 'Στην αρχική σας εικόνα',
  },
  mustChange: {
    change: 'Αλλαγή κωδικού πρόσβασης',
    title: 'Χρησιμοποιείτε ακόμη τον κωδικό που σας δόθηκε',
    text: 'Παύει να ισχύει μετά από 7 ημέρες. Επιλέξτε έναν που ξέρετε μόνο εσείς.',
    textAdmin: 'Τυπώθηκε όταν ξεκίνησε πρώτη φορά η πύλη. Επιλέξτε έναν που ξέρετε μόνο εσείς.',
    firstTitle: 'Επιλέξτε δικό σας κωδικό πρόσβασης',
    firstLead: 'Αυτός που σας δόθηκε ανοίγει μόνο αυτή τη σελίδα.',
    firstSubmit: 'Ορισμός κωδικού και συνέχεια',
  },
};
