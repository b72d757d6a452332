import { constants, inflateSync } from 'node:zlib';
import type { InspectionBudget } from './inspection-budget.ts';

/*
 * Names of ISO 32000-2 that let a PDF act or carry files: 12.6.4 (actions), 7.11.4 (embedded files), 12.6.4.17
 * (JavaScript), 13 (rich media), XFA forms. `/S /JavaScript` precedes every script, so `/JS` is not searched.
 */
const activeNames = [
  '/JavaScript',
  '/Launch',
  '/OpenAction',
  '/EmbeddedFile',
  '/GoToE',
  '/ImportData',
  '/SubmitForm',
  '/RichMedia',
  '/XFA',
];
const encryptName = '/Encrypt';
const objectStreamName = '/ObjStm';
const streamKeyword = 'stream';
// 7.4: filters besides FlateDecode that hide names, also by their short names.
const otherFilters = ['/ASCII', '/AHx', '/A85', '/LZW', '/RunLength', '/RL'];
const indirectFilter = /\/Filter\s*\d+\s+\d+\s+R/;
// 7.5.7: an object stream begins with numbers, and holds more than numbers.
const objectNumbers = /^\s*\d+\s+\d+/;
const objectStart = /[/<[(]/;
const windowChars = 1_048_576;
const overlapChars = 256;
// 7.3.5: a name may contain any character as # and two hexadecimal digits.
const escapedName = /\/[^\s/<>[\](){}%]{0,127}#[0-9A-Fa-f]{2}[^\s/<>[\](){}%]{0,127}/g;
const maxStreams = 20_000;

/**
 * Returns whether a PDF, alone or inside another file, can run or start something or contains files: JavaScript,
 * actions at opening, launched programs, embedded files. Also inflates its streams, because objects may lie in them
 * (ISO 32000-2, 7.5.7). Returns `unknown` if a part cannot be read: it is encrypted, damaged or over the budget.
 */
export function hasActivePdfContent(bytes: Uint8Array, budget: InspectionBudget): boolean | 'unknown' {
  const plain = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  if (hasActiveName(plain)) return true;
  if (hasName(plain, encryptName)) return 'unknown';
  let isReadable = true;
  let streamCount = 0;
  let dictionaryAt = 0;
  for (let at = plain.indexOf(streamKeyword); at >= 0; at = plain.indexOf(streamKeyword, at + streamKeyword.length)) {
    const start = startOfStream(plain, at);
    if (start === null) continue;
    streamCount += 1;
    if (streamCount > maxStreams) return 'unknown';
    // Everything since the stream before: where a dictionary begins cannot be told from its end.
    const inflated = readStream(plain, start, plain.subarray(dictionaryAt, at), budget);
    dictionaryAt = start;
    if (inflated === 'unreadable') isReadable = false;
    else if (inflated !== null && hasActiveName(inflated)) return true;
  }
  return isReadable ? false : 'unknown';
}

/** 7.3.8.1: the keyword is followed by CR LF or LF. Null for another word that ends the same, such as `endstream`. */
function startOfStream(plain: Buffer, keywordAt: number): number | null {
  const after = keywordAt + streamKeyword.length;
  if (plain[after] === 0x0a) return after + 1;
  return plain[after] === 0x0d && plain[after + 1] === 0x0a ? after + 2 : null;
}

/** Inflates a stream; null if it is not compressed with zlib and cannot contain objects. */
function readStream(
  plain: Buffer,
  start: number,
  dictionary: Buffer,
  budget: InspectionBudget,
): Buffer | 'unreadable' | null {
  const isObjectStream = hasName(dictionary, objectStreamName);
  if (isObjectStream && hasOtherFilter(dictionary)) return 'unreadable';
  if (!isZlib(plain, start)) return isObjectStream ? 'unreadable' : null;
  try {
    // to the end of the file, not to `endstream`: readers go by the declared length
    const inflated = inflateSync(plain.subarray(start), {
      finishFlush: constants.Z_SYNC_FLUSH,
      maxOutputLength: Math.max(1, budget.remainingBytes),
    });
    if (!budget.spend(inflated.length)) return 'unreadable';
    const isHidden = isObjectStream && !areObjects(inflated) && !hasActiveName(inflated);
    return isHidden ? 'unreadable' : inflated;
  } catch {
    return 'unreadable';
  }
}

function hasOtherFilter(dictionary: Buffer): boolean {
  return otherFilters.some((name) => hasName(dictionary, name)) || indirectFilter.test(dictionary.toString('latin1'));
}

/** False if what was inflated is compressed or predicted once more (7.4.4). */
function areObjects(inflated: Buffer): boolean {
  return (
    objectNumbers.test(inflated.toString('latin1', 0, windowChars)) && objectStart.test(inflated.toString('latin1'))
  );
}

/** RFC 1950 2.2: deflate with a valid header check. */
function isZlib(bytes: Buffer, at: number): boolean {
  const [method = 0, flags = 0] = bytes.subarray(at, at + 2);
  return (method & 0x0f) === 8 && (method * 256 + flags) % 31 === 0;
}

function hasActiveName(bytes: Buffer): boolean {
  return activeNames.some((name) => hasName(bytes, name));
}

function hasName(bytes: Buffer, name: string): boolean {
  for (let at = bytes.indexOf(name, 0, 'latin1'); at >= 0; at = bytes.indexOf(name, at + 1, 'latin1'))
    if (!isOpeningPosition(bytes, at, name)) return true;
  return hasEscapedName(bytes, name);
}

/** `/OpenAction [` only says which page opens first. */
function isOpeningPosition(bytes: Buffer, at: number, name: string): boolean {
  return name === '/OpenAction' && /^\s*\[/.test(bytes.toString('latin1', at + name.length, at + name.length + 16));
}

function hasEscapedName(bytes: Buffer, name: string): boolean {
  if (!bytes.includes(0x23)) return false;
  for (let at = 0; at < bytes.length; at += windowChars) {
    const text = bytes.toString('latin1', at, at + windowChars + overlapChars);
    for (const [escaped] of text.matchAll(escapedName)) if (decodeName(escaped).startsWith(name)) return true;
  }
  return false;
}

function decodeName(name: string): string {
  return name.replaceAll(/#([0-9A-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}
