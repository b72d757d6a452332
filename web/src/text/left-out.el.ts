import type { SameKeys } from './define-messages.ts';
import type { leftOutEn } from './left-out.en.ts';

export const leftOutEl: SameKeys<typeof leftOutEn> = {
  unreadable:
    '{count, plural, one {# αρχείο δεν διαβάστηκε και δεν εμφανίζεται.} other {# αρχεία δεν διαβάστηκαν και δεν εμφανίζονται.}}',
  duplicate:
    '{count, plural, one {# αρχείο επαναλαμβάνει εικόνα και δεν εμφανίζεται ξανά.} other {# αρχεία επαναλαμβάνουν εικόνες και δεν εμφανίζονται ξανά.}}',
  inDownload: 'Η λήψη περιέχει ολόκληρο το αρχείο.',
  which: 'Ποια αρχεία',
  more: '{count, plural, one {και # ακόμη} other {και # ακόμη}}',
  download: 'Λήψη',
};
