import { Fault } from '@medcloud/contract/faults';
import { type BankLine, maxPayerLength, maxTextLength } from './bank-line.ts';

/** The values of one `Ntry` or `TxDtls` by their path below it, `RmtInf/Ustrd`. */
export type EntryFields = Map<string, { value: string; currency: string }[]>;

/**
 * Turns an entry into lines: one for each transaction if their amounts add up to the entry, else one for the entry.
 * `createdAt` is the statement's time, for a pending entry without days. Throws `statement_unreadable`.
 */
export function listEntryLines(
  entry: EntryFields,
  transactions: readonly EntryFields[],
  createdAt: string,
): BankLine[] {
  const amount = parseAmount(entry, ['Amt']);
  if (amount === null) return refuse();
  const total = amount.cents * direction(entry, null);
  const common = {
    day: parseDay(entry, createdAt),
    currency: amount.currency,
    isBooked: (find(entry, 'Sts/Cd') ?? find(entry, 'Sts')) === 'BOOK',
  };
  const parts = splitEntry(entry, transactions, total, amount.currency);
  if (parts !== null)
    return parts.map((part, index) => ({ ...common, ...describe(entry, [part.fields], index), cents: part.cents }));
  return [{ ...common, ...describe(entry, transactions, null), cents: total }];
}

function refuse(): never {
  throw new Fault('statement_unreadable');
}

/** Returns each of several transactions with its signed amount; null if they do not make up the entry. */
function splitEntry(entry: EntryFields, transactions: readonly EntryFields[], total: number, currency: string) {
  if (transactions.length < 2) return null;
  const parts = transactions.map((fields) => {
    const amount = parseAmount(fields, ['Amt', 'AmtDtls/TxAmt/Amt']);
    return { fields, currency: amount?.currency, cents: (amount?.cents ?? 0) * direction(entry, fields) };
  });
  const isComplete =
    parts.every((part) => part.currency === currency) && sum(parts.map(({ cents }) => cents)) === total;
  return isComplete ? parts : null;
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

/** Describes the movement of one transaction, or of all where `index` is null. */
function describe(entry: EntryFields, transactions: readonly EntryFields[], index: number | null) {
  const all = (...names: string[]) =>
    transactions.flatMap((fields) => names.flatMap((name) => fields.get(name) ?? [])).map(({ value }) => value);
  const references = all('RmtInf/Strd/CdtrRefInf/Ref');
  const isOne = transactions.length === 1;
  const text = [
    ...all('RmtInf/Ustrd', 'RmtInf/Strd/AddtlRmtInf', 'RmtInf/Strd/RfrdDocInf/Nb', 'AddtlTxInf'),
    ...(isOne ? references.slice(1) : references),
    ...all('Refs/EndToEndId').filter((id) => id !== 'NOTPROVIDED'),
    ...(entry.get('AddtlNtryInf') ?? []).map(({ value }) => value),
  ];
  const isReturn =
    ['true', '1'].includes(find(entry, 'RvslInd') ?? '') || transactions.some((fields) => fields.has('RtrInf'));
  return {
    isReturn,
    bankReference: findBankReference(entry, transactions, index),
    creditorReference: isOne ? (references[0] ?? null) : null,
    payer: (isOne ? findPayer(entry, transactions[0] ?? entry) : '').slice(0, maxPayerLength),
    text: text.join(' ').slice(0, maxTextLength),
  };
}

const party = (role: string) => [`RltdPties/${role}/Nm`, `RltdPties/${role}/Pty/Nm`];

/** Finds the other side: the debtor of a credit, the creditor of a debit. */
function findPayer(entry: EntryFields, fields: EntryFields): string {
  const roles = direction(entry, fields) > 0 ? ['Dbtr', 'UltmtDbtr'] : ['Cdtr', 'UltmtCdtr'];
  return (
    roles
      .flatMap(party)
      .map((name) => find(fields, name))
      .find((name) => name !== undefined) ?? ''
  );
}

const noReferences = ['NOTPROVIDED', 'NONREF', 'NONE'];

function findBankReference(
  entry: EntryFields,
  transactions: readonly EntryFields[],
  index: number | null,
): string | null {
  const isGiven = (reference: string | undefined) => reference !== undefined && !noReferences.includes(reference);
  const [first] = transactions;
  const own = transactions.length === 1 && first ? find(first, 'Refs/AcctSvcrRef') : undefined;
  const common = find(entry, 'AcctSvcrRef');
  if (index === null) return [common, own].find(isGiven) ?? null;
  if (isGiven(own) && own !== common) return own ?? null;
  return isGiven(common) ? `${common}#${index}` : null;
}

function find(fields: EntryFields, name: string): string | undefined {
  return fields.get(name)?.[0]?.value;
}

/** 1 for a credit, -1 for a debit. Of a reversal it is the direction of the reversal itself. */
function direction(entry: EntryFields, fields: EntryFields | null): 1 | -1 {
  const indicator = (fields && find(fields, 'CdtDbtInd')) ?? find(entry, 'CdtDbtInd');
  if (indicator === 'CRDT') return 1;
  return indicator === 'DBIT' ? -1 : refuse();
}

const maxCents = 2 ** 31 - 1;

/** Parses the first amount present. ISO 20022 writes decimals with a point. Throws on a part of a cent. */
function parseAmount(fields: EntryFields, names: readonly string[]): { cents: number; currency: string } | null {
  const amount = names.map((name) => fields.get(name)?.[0]).find((field) => field !== undefined);
  if (amount === undefined) return null;
  const match = /^(\d{1,13})(?:\.(\d{1,2})0*)?$/.exec(amount.value);
  const cents = match ? Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0')) : Number.NaN;
  if (!(cents <= maxCents) || !/^[A-Z]{3}$/.test(amount.currency)) return refuse();
  return { cents, currency: amount.currency };
}

/** The booking day, else the value day, else the statement's, as written there: a bank's days are local. */
function parseDay(entry: EntryFields, createdAt: string): string {
  const names = ['BookgDt/Dt', 'BookgDt/DtTm', 'ValDt/Dt', 'ValDt/DtTm'];
  const written = names.map((name) => find(entry, name)).find((value) => value !== undefined) ?? createdAt;
  const day = written.slice(0, 10);
  return isDay(day) ? day : refuse();
}

/** Checks whether `day` is a day of the calendar, `YYYY-MM-DD`. */
export function isDay(day: string): boolean {
  const time = /^\d{4}-\d{2}-\d{2}$/.test(day) ? Date.parse(`${day}T00:00:00Z`) : Number.NaN;
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(day);
}
