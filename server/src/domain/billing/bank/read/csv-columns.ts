import { createHash } from 'node:crypto';
import { fold } from '@medcloud/contract/names/fold';

/** What a column of a bank's CSV file contains. */
export type CsvField =
  | 'day'
  | 'amount'
  | 'credit'
  | 'debit'
  | 'sign'
  | 'currency'
  | 'payer'
  | 'text'
  | 'reference'
  | 'account';

/** Position of each known column. */
export type CsvColumns = Partial<Record<CsvField, number | undefined>>;
/** Finds the columns of a row of headings; null for any other row. */
export type FindColumns = (row: readonly string[]) => CsvColumns | null;

/**
 * Headings of Greek and English files, folded: lower case, without accents, other characters as one blank. A running
 * number (Α/Α) is no reference, because it differs between two files with the same movement. Of two columns for the same,
 * the one whose heading stands earlier here is read.
 */
const headings: Readonly<Record<CsvField, readonly string[]>> = {
  day: [
    'ημερομηνια',
    'ημ νια',
    'ημερομηνια συναλλαγησ',
    'ημ νια συναλλαγησ',
    'ημερομηνια κινησησ',
    'ημ νια κινησησ',
    'ημερομηνια καταχωρησησ',
    'ημερομηνια καταχωρισησ',
    'ημερομηνια εκτελεσησ',
    'date',
    'booking date',
    'transaction date',
    'posting date',
    'entry date',
  ],
  amount: [
    'ποσο',
    'ποσο συναλλαγησ',
    'ποσο κινησησ',
    'ποσο σε ευρω',
    'ποσο ευρω',
    'amount',
    'transaction amount',
    'amount eur',
  ],
  credit: ['πιστωση', 'πιστωσεισ', 'ποσο πιστωσησ', 'credit', 'credits', 'credit amount'],
  debit: ['χρεωση', 'χρεωσεισ', 'ποσο χρεωσησ', 'debit', 'debits', 'debit amount'],
  sign: [
    'χρεωση πιστωση',
    'προσημο',
    'προσημο ποσου',
    'χ π',
    'debit credit',
    'credit debit',
    'd c',
    'dr cr',
    'sign',
    'cdtdbtind',
  ],
  currency: ['νομισμα', 'currency', 'ccy'],
  payer: [
    'εντολεασ',
    'ονομα εντολεα',
    'στοιχεια εντολεα',
    'ονοματεπωνυμο εντολεα',
    'αντισυμβαλλομενοσ',
    'ονοματεπωνυμο αντισυμβαλλομενου',
    'πληρωτησ',
    'καταθετησ',
    'payer',
    'payer name',
    'counterparty',
    'counterparty name',
    'debtor',
    'debtor name',
    'sender',
    'name',
  ],
  text: [
    'αιτιολογια',
    'αιτιολογια συναλλαγησ',
    'περιγραφη',
    'περιγραφη συναλλαγησ',
    'περιγραφη κινησησ',
    'πληροφοριεσ',
    'σχολια',
    'description',
    'details',
    'transaction details',
    'remittance information',
    'payment details',
    'remarks',
    'purpose',
    'narrative',
    'text',
    'memo',
    'note',
    'notes',
    'message',
    'comments',
    'λεπτομερειεσ',
    'λεπτομερειεσ συναλλαγησ',
    'σημειωσεισ',
    'κειμενο',
    'μηνυμα',
  ],
  reference: [
    'αριθμοσ συναλλαγησ',
    'αρ συναλλαγησ',
    'κωδικοσ συναλλαγησ',
    'αναφορα',
    'αναφορα τραπεζασ',
    'αριθμοσ αναφορασ',
    'transaction id',
    'transaction reference',
    'transaction number',
    'bank reference',
  ],
  account: ['iban', 'λογαριασμοσ', 'αριθμοσ λογαριασμου', 'account', 'account number'],
};

const fieldNames = Object.keys(headings) as CsvField[];

/** Finds the columns of a row of headings. Returns null without a day and an amount, or a credit, column. */
export function findColumns(row: readonly string[]): CsvColumns | null {
  const folded = row.map((cell) => fold(cell));
  const columns: CsvColumns = {};
  for (const name of fieldNames) {
    const heading = headings[name].find((each) => folded.includes(each));
    if (heading !== undefined) columns[name] = folded.indexOf(heading);
  }
  return isUsable(columns) ? columns : null;
}

function isUsable({ day, amount, credit }: CsvColumns): boolean {
  return day !== undefined && (amount !== undefined || credit !== undefined);
}

/** Returns what identifies a set of headings, in hex: capitals, accents and blanks make no difference. */
export function hashHeadings(headings: readonly string[]): string {
  const folded = headings.map((heading) => fold(heading));
  while (folded.at(-1) === '') folded.pop();
  return createHash('sha256').update(folded.join('\n')).digest('hex');
}
