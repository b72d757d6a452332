import { decodeAscii, isPlainAscii } from './ascii.ts';
import type { CharacterSet } from './character-set.ts';
import {
  type Designation,
  designations,
  greek,
  isDefault,
  isOneByteExtension,
  type Repertoire,
  repertoireOf,
} from './repertoires.ts';

const ESCAPE = 0x1b;
const strictUtf8 = new TextDecoder('utf-8', { fatal: true });

/** Kinds of text by the delimiters that reset a value to its first character set (PS3.5 6.1.2.5.3). */
export type TextKind = 'name' | 'list' | 'prose';
const resets: Readonly<Record<TextKind, readonly number[]>> = {
  name: [0x5c, 0x5e, 0x3d, 0x0a, 0x0c, 0x0d, 0x09], // \ ^ = LF FF CR TAB
  list: [0x5c, 0x0a, 0x0c, 0x0d, 0x09],
  prose: [0x0a, 0x0c, 0x0d, 0x09],
};

/**
 * Decodes text in any DICOM character set, including code extensions (PS3.5 6.1, ISO 2022). Without a character set,
 * bytes beyond ASCII are tried as UTF-8, then decoded as Greek, the common case for this portal. Never throws;
 * undecodable bytes become U+FFFD.
 */
export function decodeText(bytes: Uint8Array, characterSet: CharacterSet, kind: TextKind): string {
  if (isPlainAscii(bytes)) return decodeAscii(bytes, 0, bytes.length);
  const [first = '', ...extensions] = characterSet;
  const initial = isDefault(first) ? findExtensionRepertoire(extensions) : repertoireOf(first);
  if (!bytes.includes(ESCAPE)) return (initial ?? undeclaredRepertoire).decode(bytes);
  return decodeExtended(bytes, initial ?? greek, kind);
}

/** The default repertoire has only ASCII: other bytes belong to the one extension that has them, without its escape. */
function findExtensionRepertoire(extensions: readonly string[]): Repertoire {
  const [only, ...others] = new Set(extensions.filter(isOneByteExtension));
  return (only !== undefined && others.length === 0 && repertoireOf(only)) || undeclaredRepertoire;
}

const undeclaredRepertoire: Repertoire = { decode: decodeUndeclared };

function decodeUndeclared(bytes: Uint8Array): string {
  try {
    return strictUtf8.decode(bytes);
  } catch {
    return greek.decode(bytes); // not UTF-8: one byte per letter
  }
}

/** The two halves of the code table at a position of a value. */
interface CodeTable {
  lower: Designation | undefined;
  upper: Designation | undefined;
}

function decodeExtended(bytes: Uint8Array, initial: Repertoire, kind: TextKind): string {
  const table: CodeTable = { lower: undefined, upper: undefined };
  let text = '';
  let run = 0;
  let index = 0;
  const flush = () => {
    if (index > run) text += decodeRun(bytes.subarray(run, index), table, initial);
  };
  while (index < bytes.length) {
    const byte = bytes[index] ?? 0;
    if (byte === ESCAPE) {
      flush();
      const next = findDesignation(bytes, index + 1);
      if (next !== undefined)
        table[next.half] = next.sequence[0] === 0x28 && next.sequence[1] === 0x42 ? undefined : next;
      index += 1 + (next?.sequence.length ?? 0);
      run = index;
    } else if (table.lower?.isDouble && byte >= 0x21 && byte <= 0x7e) {
      index += 2; // the second byte may look like a delimiter
    } else if (resets[kind].includes(byte)) {
      flush();
      table.lower = undefined;
      table.upper = undefined;
      run = index;
      index += 1;
    } else {
      index += table.upper?.isDouble && byte >= 0x80 ? 2 : 1;
    }
  }
  index = bytes.length;
  flush();
  return text;
}

/** Decodes a run of bytes under one state of the table. Both halves may have their own set. */
function decodeRun(run: Uint8Array, table: CodeTable, initial: Repertoire): string {
  if (table.lower?.isDouble) return table.lower.repertoire.decode(run);
  const upper = table.upper?.repertoire ?? initial;
  return upper.decode(run);
}

function findDesignation(bytes: Uint8Array, offset: number): Designation | undefined {
  return designations.find(({ sequence }) => sequence.every((byte, index) => bytes[offset + index] === byte));
}
