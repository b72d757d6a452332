/**
 * The character repertoires of PS3.3 C.12.1.1.2 and PS3.5 annexes H to K. Each is decoded by an encoding of the WHATWG
 * standard that every browser and Node has.
 */
export interface Repertoire {
  /** Reads bytes of this repertoire; damaged ones become U+FFFD. */
  decode(bytes: Uint8Array): string;
}

function by(label: string, prepare: (bytes: Uint8Array) => Uint8Array = (bytes) => bytes): Repertoire {
  const decoder = new TextDecoder(label);
  return { decode: (bytes) => decoder.decode(prepare(bytes)) };
}

// ISO 2022 puts these into the lower half, where the decoders look for them in the upper one.
const raised = (bytes: Uint8Array) => bytes.map((byte) => (byte >= 0x21 && byte <= 0x7e ? byte | 0x80 : byte));
const supplementary = (bytes: Uint8Array) => {
  const prefixed: number[] = [];
  for (let index = 0; index + 1 < bytes.length; index += 2)
    prefixed.push(0x8f, (bytes[index] ?? 0) | 0x80, (bytes[index + 1] ?? 0) | 0x80);
  return Uint8Array.from(prefixed);
};

const latin1 = by('iso-8859-1');
export const greek = by('iso-8859-7');
const katakana = by('shift_jis');

/** By the number of the ISO registration, which is in both spellings of a defined term. */
const registered: Readonly<Record<string, Repertoire>> = {
  '6': latin1,
  '13': katakana,
  '14': katakana,
  '58': by('gbk'),
  '87': by('euc-jp', raised),
  '100': latin1,
  '101': by('iso-8859-2'),
  '109': by('iso-8859-3'),
  '110': by('iso-8859-4'),
  '126': greek,
  '127': by('iso-8859-6'),
  '138': by('iso-8859-8'),
  '144': by('iso-8859-5'),
  '148': by('iso-8859-9'),
  '149': by('euc-kr'),
  '159': by('euc-jp', supplementary),
  '166': by('windows-874'),
  '192': by('utf-8'),
  '203': by('iso-8859-15'),
};

const whole: Readonly<Record<string, Repertoire>> = { GB18030: by('gb18030'), GBK: by('gbk') };

/** The repertoire of a defined term; `undefined` for none of the standard's. */
export function repertoireOf(term: string): Repertoire | undefined {
  const number = registrationOf(term);
  return number === undefined ? whole[term] : registered[number];
}

function registrationOf(term: string): string | undefined {
  return /(?:ISO_IR|ISO 2022 IR) (\d+)$/.exec(term)?.[1];
}

/** No letter beyond ISO 646 is in it (PS3.3 table C.12-2). */
export function isDefault(term: string): boolean {
  return term === '' || registrationOf(term) === '6';
}

/** PS3.3 table C.12-3: each letter a byte, beyond those of the default repertoire. */
export function isOneByteExtension(term: string): boolean {
  const registration = registrationOf(term);
  return designations.some(({ number, half, isDouble }) => number === registration && half === 'upper' && !isDouble);
}

/** A designation after ESC: which half of the code table it fills, and with what. */
export interface Designation {
  /** The bytes after ESC. */
  readonly sequence: readonly number[];
  readonly half: 'lower' | 'upper';
  /** Of the ISO registration. */
  readonly number: string;
  readonly repertoire: Repertoire;
  /** Two bytes make one character. */
  readonly isDouble: boolean;
}

function designation(sequence: string, half: 'lower' | 'upper', number: string, isDouble = false): Designation {
  const repertoire = registered[number] ?? latin1;
  return { sequence: [...sequence].map((letter) => letter.charCodeAt(0)), half, number, repertoire, isDouble };
}

/** PS3.3 tables C.12-3 and C.12-4. */
export const designations: readonly Designation[] = [
  designation('(B', 'lower', '6'),
  designation('(J', 'lower', '14'),
  designation(')I', 'upper', '13'),
  designation('-A', 'upper', '100'),
  designation('-B', 'upper', '101'),
  designation('-C', 'upper', '109'),
  designation('-D', 'upper', '110'),
  designation('-L', 'upper', '144'),
  designation('-G', 'upper', '127'),
  designation('-F', 'upper', '126'),
  designation('-H', 'upper', '138'),
  designation('-M', 'upper', '148'),
  designation('-b', 'upper', '203'),
  designation('-T', 'upper', '166'),
  designation('$B', 'lower', '87', true),
  designation('$(D', 'lower', '159', true),
  designation('$)C', 'upper', '149', true),
  designation('$)A', 'upper', '58', true),
];
