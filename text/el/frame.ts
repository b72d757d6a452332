import type { messages as english } from '../en/frame.ts';
import type { SameKeys } from '../messages.ts';

export const messages = {
  navigation: {
    centerDashboard: 'Πίνακας ελέγχου',
    centerPatients: 'Διαχείριση ασθενών',
    centerUpload: 'Μεταφόρτωση εξετάσεων',
    centerHistory: 'Ιστορικό εξετάσεων',
    adminBilling: 'Χρεώσεις',
    centerBilling: 'Χρεώσεις',
    centerTeam: 'Ομάδα',
    centerSettings: 'Ρυθμίσεις',
    centerAccessReport: 'Αναφορά πρόσβασης',
    doctorDashboard: 'Πίνακας ελέγχου',
    doctorPatients: 'Ανάκτηση δεδομένων',
    doctorProfile: 'Το προφίλ μου',
    doctorSupport: 'Υποστήριξη',
    adminDashboard: 'Πίνακας ελέγχου',
    adminUsers: 'Όλοι οι χρήστες',
    adminMedicalCentersInfo: 'Στοιχεία ιατρικών κέντρων',
    adminApproveDoctors: 'Έγκριση αιτήσεων γιατρών',
    adminMedicalCenterSignup: 'Εγγραφή ιατρικού κέντρου',
    adminSystemLogs: 'Αρχείο καταγραφής',
    adminAudit: 'Ιστορικό ενεργειών',
    adminAccessReport: 'Αναφορά πρόσβασης',
    adminBreaches: 'Παραβιάσεις δεδομένων',
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
        'Έχετε συνδεθεί ως ιατρικό κέντρο. Για να δείτε αυτή τη σελίδα, αποσυνδεθείτε και συνδεθείτε με άλλον λογαριασμό.',
      doctor:
        'Έχετε συνδεθεί ως γιατρός. Για να δείτε αυτή τη σελίδα, αποσυνδεθείτε και συνδεθείτε με άλλον λογαριασμό.',
      admin:
        'Έχετε συνδεθεί ως διαχειριστής. Για να δείτε αυτή τη σελίδα, αποσυνδεθείτε και συνδεθείτε με άλλον λογαριασμό.',
    },
    toDashboard: 'Μετάβαση στον πίνακα ελέγχου',
  },
  mustChange: {
    change: 'Αλλαγή κωδικού πρόσβασης',
    title: 'Αλλάξτε τον αρχικό κωδικό πρόσβασης',
    text: 'Ο κωδικός που σας δόθηκε παύει να ισχύει μετά από 7 ημέρες. Επιλέξτε δικό σας.',
    textAdmin: 'Ο αρχικός κωδικός εμφανίστηκε κατά την πρώτη εκκίνηση της πύλης. Επιλέξτε δικό σας.',
    firstTitle: 'Επιλέξτε δικό σας κωδικό πρόσβασης',
    firstLead: 'Για να συνεχίσετε, αλλάξτε τον κωδικό που σας δόθηκε.',
    firstSubmit: 'Αποθήκευση και συνέχεια',
  },

  leave: {
    title: 'Έξοδος χωρίς αποθήκευση;',
    text: 'Οι αλλαγές σας δεν έχουν αποθηκευτεί.',
    leave: 'Έξοδος',
    stay: 'Παραμονή',
  },

  uploads: {
    leave: {
      title: '{count, plural, one {Μία μεταφόρτωση είναι σε εξέλιξη} other {# μεταφορτώσεις είναι σε εξέλιξη}}',
      text: 'Αν αποσυνδεθείτε, {count, plural, one {θα διακοπεί και το αρχείο δεν θα αποθηκευτεί} other {θα διακοπούν και τα αρχεία δεν θα αποθηκευτούν}}.',
      logOut: 'Διακοπή και αποσύνδεση',
      stay: 'Παραμονή',
    },
    storage: {
      used: 'Χώρος',
      of: '{used} από {quota}',
    },
    anywhere: {
      title: 'Αφήστε για μεταφόρτωση',
      text: 'Ανοίγει η σελίδα μεταφόρτωσης με αυτά τα αρχεία.',
      ofPatient: 'Ανοίγει η σελίδα μεταφόρτωσης με αυτά τα αρχεία και αυτόν τον ασθενή.',
    },
    toast: {
      successful: 'Η μεταφόρτωση ολοκληρώθηκε',
      successfulText: 'Η ιατρική εξέταση μεταφορτώθηκε με επιτυχία.',
      failed: 'Η μεταφόρτωση απέτυχε',
      failedText: 'Η εξέταση δεν μεταφορτώθηκε. Δοκιμάστε ξανά.',
    },
  },
} as const satisfies SameKeys<typeof english>;
