import type { messages as english } from '../../en/server/team.ts';
import type { SameKeys } from '../../messages.ts';

export const messages = {
  greeting: 'Γεια σας {name},',
  roles: {
    owner: 'υπεύθυνος',
    technician: 'τεχνολόγος',
    secretary: 'γραμματεία',
    radiologist: 'ακτινολόγος',
    billing: 'χρεώσεις',
  },
  invitation: {
    subject: 'Πρόσκληση από το κέντρο {center} στο MedCloud',
    text: 'Το κέντρο {center} σας προσκαλεί στην ομάδα του στο MedCloud. Οι ρόλοι σας: {roles}.',
    link: 'Αποδεχτείτε την πρόσκληση μέσα σε {days, plural, one {# ημέρα} other {# ημέρες}}:\n{url}',
    ignore: 'Αν δεν γνωρίζετε το κέντρο, αγνοήστε αυτό το e-mail. Δεν θα αλλάξει τίποτα.',
  },
  joined: {
    subject: 'Νέο μέλος στην ομάδα σας στο MedCloud: {name}',
    text: '{name} ({address}): η πρόσκληση στην ομάδα σας έγινε αποδεκτή{browser, select, unknown {} other { από το πρόγραμμα περιήγησης {browser}}}.',
    team: 'Αν δεν είναι το άτομο που προσκαλέσατε, αναστείλετε τη συμμετοχή του εδώ:\n{url}',
  },
  changed: {
    subject: 'Οι ρόλοι σας στο κέντρο {center} άλλαξαν',
    text: 'Το κέντρο {center} άλλαξε τους ρόλους σας στο MedCloud. Πλέον είναι: {roles}.',
  },
  suspended: {
    subject: 'Η συμμετοχή σας στο κέντρο {center} τέθηκε σε αναστολή',
    text: 'Το κέντρο {center} ανέστειλε τη συμμετοχή σας στο MedCloud. Δεν μπορείτε να συνδεθείτε στο κέντρο μέχρι να αρθεί η αναστολή.',
  },
  reinstated: {
    subject: 'Η συμμετοχή σας στο κέντρο {center} είναι ξανά ενεργή',
    text: 'Το κέντρο {center} ήρε την αναστολή της συμμετοχής σας στο MedCloud. Μπορείτε να συνδεθείτε ξανά στο κέντρο.',
  },
  ended: {
    subject: 'Η συμμετοχή σας στο κέντρο {center} έληξε',
    text: 'Το κέντρο {center} τερμάτισε τη συμμετοχή σας στο MedCloud. Δεν μπορείτε πλέον να συνδεθείτε στο κέντρο.',
  },
  ask: 'Αν έχετε απορίες, απευθυνθείτε στο κέντρο.',
} as const satisfies SameKeys<typeof english>;
