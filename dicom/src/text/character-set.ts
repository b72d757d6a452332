import { decodeAscii } from './ascii.ts';

/**
 * The defined terms of (0008,0005), in order and in the standard's spelling: the first is the initial set, the others
 * are code extensions. Empty if the data set has none.
 */
export type CharacterSet = readonly string[];

const emptyCharacterSet: CharacterSet = [];

/** Parses the value of (0008,0005), and corrects misspelt terms (`ISO-IR 100`, `iso 8859-7`, `UTF8`). */
export function parseCharacterSet(bytes: Uint8Array, offset: number, length: number): CharacterSet {
  const text = decodeAscii(bytes, offset, length).replace(/[\0 ]+$/, '');
  return text === '' ? emptyCharacterSet : text.split('\\').map(normalizeTerm);
}

/** ISO 8859 parts by registration number, which DICOM uses. */
const registrationOfPart: Readonly<Record<string, string>> = {
  '1': '100',
  '2': '101',
  '3': '109',
  '4': '110',
  '5': '144',
  '6': '127',
  '7': '126',
  '8': '138',
  '9': '148',
  '11': '166',
  '15': '203',
};

/** Converts to upper case, with one space after ISO_IR or ISO 2022 IR. */
function normalizeTerm(term: string): string {
  const plain = term.trim().toUpperCase();
  if (/^UTF[-_ ]?8$/.test(plain)) return 'ISO_IR 192';
  const extension = /^ISO[-_ ]?2022[-_ ]?IR[-_ ]?(\d+)$/.exec(plain);
  if (extension) return `ISO 2022 IR ${extension[1]}`;
  const registeredMatch = /^ISO[-_ ]?IR[-_ ]?(\d+)$/.exec(plain);
  if (registeredMatch) return `ISO_IR ${registeredMatch[1]}`;
  const part = /^(?:ISO[-_ ]?)?8859[-_ ](\d+)$/.exec(plain);
  const registration = part?.[1] && registrationOfPart[part[1]];
  return registration ? `ISO_IR ${registration}` : plain;
}
