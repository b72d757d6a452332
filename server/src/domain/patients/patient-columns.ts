import type { PatientRegistration } from '@medcloud/contract';

/**
 * What a center stores of a patient, decrypted. The phone is in E.164. The contract names the facts and their types; a
 * new one has its column below, in a migration and in `sql/grants.sql`.
 */
export type PatientFacts = Omit<PatientRegistration, 'amkaConfirmed'>;

/** The columns of facts that are stored as they are. */
const plainColumns = {
  firstName: 'first_name',
  lastName: 'last_name',
  dateOfBirth: 'date_of_birth',
  gender: 'gender',
  email: 'email',
  language: 'language',
} as const satisfies { [F in keyof PatientFacts]?: string };

/** The columns of all other facts: encrypted under the patient's key, in a context that has the fact's name. */
const encryptedColumns = {
  phone: 'phone_sealed',
  amka: 'amka_sealed',
  address: 'address_sealed',
} as const satisfies Record<Exclude<keyof PatientFacts, keyof Plain>, string>;

type Plain = typeof plainColumns;
type Encrypted = typeof encryptedColumns;
export type EncryptedFact = keyof Encrypted;

/** The columns of all facts. An absent fact is null. */
export type FactColumns = { [F in EncryptedFact as Encrypted[F]]: Buffer | null } & {
  [F in keyof Plain as Plain[F]]: undefined extends PatientFacts[F]
    ? Exclude<PatientFacts[F], undefined> | null
    : PatientFacts[F];
};

const encryptedFacts = keysOf(encryptedColumns);

export const factColumns = [...Object.values(plainColumns), ...Object.values(encryptedColumns)];
export const factNames: readonly (keyof PatientFacts)[] = [...keysOf(plainColumns), ...encryptedFacts];

function keysOf<T extends object>(columns: T): (keyof T & string)[] {
  const isKey = (name: string): name is keyof T & string => Object.hasOwn(columns, name);
  return Object.keys(columns).filter(isKey);
}

// The compiler cannot follow names through the two lists: the first signature of each function below states its result.

type Decrypt = (fact: EncryptedFact, encrypted: Buffer) => string;

/** Returns the facts of a row. */
export function toFacts(row: FactColumns, decrypt: Decrypt): PatientFacts;
export function toFacts(row: Readonly<Record<string, string | Buffer | null>>, decrypt: Decrypt): object {
  const plain = Object.entries(plainColumns).map(([fact, column]) => [fact, row[column] ?? undefined]);
  const encrypted = encryptedFacts.map((fact) => {
    const value = row[encryptedColumns[fact]];
    return [fact, Buffer.isBuffer(value) ? decrypt(fact, value) : undefined];
  });
  return Object.fromEntries([...plain, ...encrypted]);
}

type Encrypt = (fact: EncryptedFact, text: string | undefined) => Buffer | null;

/** Returns the columns of facts. */
export function toColumns(facts: PatientFacts, encrypt: Encrypt): FactColumns;
export function toColumns(facts: Readonly<Record<string, string | undefined>>, encrypt: Encrypt): object {
  const plain = Object.entries(plainColumns).map(([fact, column]) => [column, facts[fact] ?? null]);
  const encrypted = encryptedFacts.map((fact) => [encryptedColumns[fact], encrypt(fact, facts[fact])]);
  return Object.fromEntries([...plain, ...encrypted]);
}
