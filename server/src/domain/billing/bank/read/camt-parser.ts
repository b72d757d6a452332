import { Fault } from '@medcloud/contract/faults';
import { issueCode } from '@medcloud/contract/validation-codes';
import { SaxesParser } from 'saxes';
import { type BankLine, maxStatementLines, type StatementParser } from './bank-line.ts';
import { type EntryFields, listEntryLines } from './camt-entry.ts';

const namespace = /^urn:iso:std:iso:20022:tech:xsd:camt\.053\.001\.(0[2-9]|1[0-3])$/;
const statementPath = '/Document/BkToCstmrStmt/Stmt';
const entryPath = `${statementPath}/Ntry`;
const transactionPath = `${entryPath}/NtryDtls/TxDtls`;
/** The schemas reach level 15. */
const maxDepth = 32;

/**
 * Creates a parser of ISO 20022 camt.053.001.02 to .13 (bank to customer statement) for the account `iban`. It keeps
 * the current entry and the finished lines only. Throws `statement_unreadable` for another format, a document type
 * declaration, more than 32 levels or invalid XML, and `statement_other_account` for a statement of another account.
 */
export function createCamtParser(iban: string): StatementParser {
  const reader = new CamtReader(iban);
  const xml = new SaxesParser({ xmlns: true, position: false });
  xml.on('error', refuse);
  xml.on('doctype', refuse);
  xml.on('opentag', ({ local, uri, attributes }) => {
    if (reader.depth === 0 && !(local === 'Document' && namespace.test(uri))) refuse();
    reader.open(local, attributes.Ccy?.value ?? '');
  });
  xml.on('text', (text) => reader.addText(text));
  xml.on('cdata', (text) => reader.addText(text));
  xml.on('closetag', () => reader.close());
  return {
    write: (text) => {
      xml.write(text);
    },
    end: () => {
      xml.close();
      return reader.end();
    },
  };
}

function refuse(): never {
  throw new Fault('statement_unreadable');
}

/** Collects the values of the current entry by their path, and turns each finished entry into lines. */
class CamtReader {
  depth = 0;
  readonly #iban: string;
  readonly #lines: BankLine[] = [];
  #path = '';
  #text = '';
  #currency = '';
  #createdAt = '';
  #statementCount = 0;
  #hasAccount = false;
  #entry: EntryFields = new Map();
  #transactions: EntryFields[] = [];

  constructor(iban: string) {
    this.#iban = iban;
  }

  open(name: string, currency: string): void {
    this.depth += 1;
    if (this.depth > maxDepth) refuse();
    this.#path += `/${name}`;
    this.#text = '';
    this.#currency = currency;
    if (this.#path === statementPath) {
      this.#hasAccount = false;
      this.#createdAt = '';
      this.#statementCount += 1;
    } else if (this.#path === entryPath) {
      this.#entry = new Map();
      this.#transactions = [];
    } else if (this.#path === transactionPath) this.#transactions.push(new Map());
    this.#checkSize();
  }

  addText(text: string): void {
    this.#text += text;
  }

  close(): void {
    this.#closeElement(this.#text.trim());
    this.#path = this.#path.slice(0, this.#path.lastIndexOf('/'));
    this.#text = '';
    this.depth -= 1;
  }

  end(): BankLine[] {
    if (this.#statementCount === 0) refuse();
    return this.#lines;
  }

  #closeElement(value: string): void {
    const path = this.#path;
    if (path.startsWith(`${transactionPath}/`)) this.#add(this.#transactions.at(-1), path, transactionPath, value);
    else if (path.startsWith(`${entryPath}/`)) this.#add(this.#entry, path, entryPath, value);
    else if (path === `${statementPath}/CreDtTm`) this.#createdAt = value;
    else if (path === `${statementPath}/Acct/Id/IBAN`) this.#hasAccount = value.replaceAll(' ', '') === this.#iban;
    else if (path === entryPath) {
      this.#checkAccount();
      this.#lines.push(...listEntryLines(this.#entry, this.#transactions, this.#createdAt));
      this.#transactions = [];
    } else if (path === statementPath) this.#checkAccount();
  }

  #checkAccount(): void {
    if (!this.#hasAccount) throw new Fault('statement_other_account');
  }

  #checkSize(): void {
    if (this.#lines.length + this.#transactions.length > maxStatementLines)
      throw new Fault('too_large', { reason: issueCode('statement_too_large') });
  }

  #add(fields: EntryFields | undefined, path: string, base: string, value: string): void {
    if (value === '' && !path.endsWith('/RtrInf')) return;
    const name = path.slice(base.length + 1);
    const values = fields?.get(name);
    const field = { value, currency: this.#currency };
    if (values) values.push(field);
    else fields?.set(name, [field]);
  }
}
