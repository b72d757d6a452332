import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { limits } from '@medcloud/contract';
import { Fault } from '@medcloud/contract/faults';
import { issueCode } from '@medcloud/contract/validation-codes';
import type { BankLine, StatementFormat, StatementParser } from './bank-line.ts';
import { createCamtParser } from './camt-parser.ts';
import type { FindColumns } from './csv-columns.ts';
import { createCsvParser } from './csv-parser.ts';
import { createPlainDecoding, createXmlDecoding, type TextDecoding } from './decode-text.ts';

export interface Statement {
  readonly format: StatementFormat;
  /** SHA-256 of the file. */
  readonly sha256: Buffer;
  readonly lines: readonly BankLine[];
}

/** Enough for an XML declaration, which names the encoding. */
const headBytes = 256;
/** A few milliseconds of parsing; then other work of the process has its turn. */
const maxBytesPerTurn = 65_536;

/**
 * Reads a bank's file as it streams: camt.053 or CSV, told apart by the first character. It keeps the lines only. `find`
 * knows the columns of CSV headings. Throws `statement_unreadable`, `statement_columns_unknown`, `statement_other_account`, or `too_large` beyond 20 MB or 50,000 lines.
 */
export async function readStatement(
  chunks: AsyncIterable<Uint8Array>,
  iban: string,
  find?: FindColumns,
): Promise<Statement> {
  const sha256 = createHash('sha256');
  let size = 0;
  let head: Buffer = Buffer.alloc(0);
  let reader: FileReader | null = null;
  for await (const chunk of chunks) {
    size += chunk.length;
    if (size > limits.statementBytes) throw new Fault('too_large', { reason: issueCode('statement_too_large') });
    sha256.update(chunk);
    if (reader === null) {
      head = Buffer.concat([head, chunk]);
      if (head.length < headBytes) continue;
      reader = openReader(head, iban, find);
      await writeInTurns(reader, head);
    } else await writeInTurns(reader, chunk);
  }
  if (reader === null) {
    reader = openReader(head, iban, find);
    await writeInTurns(reader, head);
  }
  reader.parser.write(reader.decode());
  return { format: reader.format, sha256: sha256.digest(), lines: reader.parser.end() };
}

interface FileReader {
  format: StatementFormat;
  decode: TextDecoding;
  parser: StatementParser;
}

function openReader(head: Buffer, iban: string, find: FindColumns | undefined): FileReader {
  const isXml = /^(?:\xef\xbb\xbf)?\s*</.test(head.toString('latin1'));
  if (isXml) return { format: 'camt053', decode: createXmlDecoding(head), parser: createCamtParser(iban) };
  return { format: 'csv', decode: createPlainDecoding(), parser: createCsvParser(iban, find) };
}

async function writeInTurns({ decode, parser }: FileReader, bytes: Uint8Array): Promise<void> {
  for (let start = 0; start < bytes.length; start += maxBytesPerTurn) {
    parser.write(decode(bytes.subarray(start, start + maxBytesPerTurn)));
    await setImmediate();
  }
}
