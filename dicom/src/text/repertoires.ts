/**
 * A character repertoire of PS3.3 C.12.1.1.2 and PS3.5 annexes H to K. Each is decoded by a WHATWG encoding, which
 * every browser and Node support.
 */
export interface Repertoire {
  /** Decodes bytes of this repertoire; invalid ones become U+FFFD. */
  decode(bytes: Uint8Array): string;
}

function createRepertoire(label: string, prepare: (bytes: Uint8Array) => Uint8Array = (bytes) => bytes): Repertoire {
  const decoder = new TextDecoder(label);
  return { decode: (bytes) => decoder.decode(prepare(bytes)) };
}

// ISO 2022 puts these into the lower half, but the decoders expect them in the upper half.
const setHighBits = (bytes: Uint8Array) => bytes.map((byte) => (byte >= 0x21 && byte <= 0x7e ? byte | 0x80 : byte));
const toEucSupplementary = (bytes: Uint8Array) => {
  const bytesWithPrefix: number[] = [];
  for (let index = 0; index + 1 < bytes.length; index += 2)
    bytesWithPrefix.push(0x8f, (bytes[index] ?? 0) | 0x80, (bytes[index + 1] ?? 0) | 0x80);
  return Uint8Array.from(bytesWithPrefix);
};

const latin1 = createRepertoire('iso-8859-1');
export const greek = createRepertoire('iso-8859-7');
const katakana = createRepertoire('shift_jis');

/** By ISO registration number, which is part of both spellings of a defined term. */
const repertoireByNumber: Readonly<Record<string, Repertoire>> = {
  '6': latin1,
  '13': katakana,
  '14': katakana,
  '58': createRepertoire('gbk'),
  '87': createRepertoire('euc-jp', setHighBits),
  '100': latin1,
  '101': createRepertoire('iso-8859-2'),
  '109': createRepertoire('iso-8859-3'),
  '110': createRepertoire('iso-8859-4'),
  '126': greek,
  '127': createRepertoire('iso-8859-6'),
  '138': createRepertoire('iso-8859-8'),
  '144': createRepertoire('iso-8859-5'),
  '148': createRepertoire('iso-8859-9'),
  '149': createRepertoire('euc-kr'),
  '159': createRepertoire('euc-jp', toEucSupplementary),
  '166': createRepertoire('windows-874'),
  '192': createRepertoire('utf-8'),
  '203': createRepertoire('iso-8859-15'),
};

const repertoireByTerm: Readonly<Record<string, Repertoire>> = {
  GB18030: createRepertoire('gb18030'),
  GBK: createRepertoire('gbk'),
};

/** Returns the repertoire of a defined term; `undefined` if the term is not in the standard. */
export function repertoireOf(term: string): Repertoire | undefined {
  const number = registrationOf(term);
  return number === undefined ? repertoireByTerm[term] : repertoireByNumber[number];
}

function registrationOf(term: string): string | undefined {
  return /(?:ISO_IR|ISO 2022 IR) (\d+)$/.exec(term)?.[1];
}

/** Returns whether the term is the default repertoire, without letters beyond ISO 646 (PS3.3 table C.12-2). */
export function isDefault(term: string): boolean {
  return term === '' || registrationOf(term) === '6';
}

/** Returns whether the term is an extension of one byte per letter (PS3.3 table C.12-3). */
export function isOneByteExtension(term: string): boolean {
  const registration = registrationOf(term);
  return designations.some(({ number, half, isDouble }) => number === registration && half === 'upper' && !isDouble);
}

/** A designation after ESC: a half of the code table and its new set. */
export interface Designation {
  /** The bytes after ESC. */
  readonly sequence: readonly number[];
  readonly half: 'lower' | 'upper';
  /** ISO registration number. */
  readonly number: string;
  readonly repertoire: Repertoire;
  /** Two bytes make one character. */
  readonly isDouble: boolean;
}

function createDesignation(sequence: string, half: 'lower' | 'upper', number: string, isDouble = false): Designation {
  const repertoire = repertoireByNumber[number] ?? latin1;
  return { sequence: [...sequence].map((letter) => letter.charCodeAt(0)), half, number, repertoire, isDouble };
}

/** PS3.3 tables C.12-3 and C.12-4. */
export const designations: readonly Designation[] = [
  createDesignation('(B', 'lower', '6'),
  createDesignation('(J', 'lower', '14'),
  createDesignation(')I', 'upper', '13'),
  createDesignation('-A', 'upper', '100'),
  createDesignation('-B', 'upper', '101'),
  createDesignation('-C', 'upper', '109'),
  createDesignation('-D', 'upper', '110'),
  createDesignation('-L', 'upper', '144'),
  createDesignation('-G', 'upper', '127'),
  createDesignation('-F', 'upper', '126'),
  createDesignation('-H', 'upper', '138'),
  createDesignation('-M', 'upper', '148'),
  createDesignation('-b', 'upper', '203'),
  createDesignation('-T', 'upper', '166'),
  createDesignation('$B', 'lower', '87', true),
  createDesignation('$(D', 'lower', '159', true),
  createDesignation('$)C', 'upper', '149', true),
  createDesignation('$)A', 'upper', '58', true),
];
