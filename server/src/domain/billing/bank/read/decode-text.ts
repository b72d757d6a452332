import { Fault } from '@medcloud/contract/faults';

/** Decodes the next bytes of a file; without bytes, its end. Throws `statement_unreadable`. */
export type TextDecoding = (bytes?: Uint8Array) => string;

/** Decodes with the encoding that an XML declaration names. Throws on any other than those that banks use. */
export function createXmlDecoding(head: Buffer): TextDecoding {
  const declared =
    /^<\?xml[^>]*\sencoding\s*=\s*["']([\w-]+)["']/.exec(head.toString('latin1').replace(/^ï»¿/, ''))?.[1] ?? 'utf-8';
  const name = declared.toLowerCase();
  if (!['utf-8', 'us-ascii', 'windows-1253', 'iso-8859-7', 'iso-8859-1', 'windows-1252'].includes(name))
    throw new Fault('statement_unreadable');
  return decodeAs(name);
}

function decodeAs(name: string): TextDecoding {
  const decoder = new TextDecoder(name, { fatal: true });
  return (bytes) => {
    try {
      return bytes ? decoder.decode(bytes, { stream: true }) : decoder.decode();
    } catch {
      throw new Fault('statement_unreadable');
    }
  };
}

/**
 * Decodes a file that names no encoding: UTF-8, else Greek in one byte a letter. The two Greek encodings differ in few
 * bytes, the first of which decides: 0x80-0x9F and Ά as 0xA2 are windows-1253, Ά as 0xB6 is ISO-8859-7.
 */
export function createPlainDecoding(): TextDecoding {
  const utf8 = decodeAs('utf-8');
  let isAscii = true;
  /** Bytes at a part's end that may begin a UTF-8 character. */
  let held = Buffer.alloc(0);
  let greek: TextDecoding | null = null;
  return (bytes) => {
    if (greek) return greek(bytes);
    const withHeld = Buffer.concat([held, bytes ?? Buffer.alloc(0)]);
    try {
      const text = utf8(bytes);
      isAscii &&= !/[^\0-\x7f]/.test(text);
      held = isAscii ? Buffer.from(withHeld.filter((byte) => byte >= 0x80)) : Buffer.alloc(0);
      return text;
    } catch (error) {
      // The part with the first Greek letter. Text before it was ASCII, which is the same in all three.
      if (!isAscii) throw error;
      greek = createGreekDecoding();
      return greek(withHeld);
    }
  };
}

function createGreekDecoding(): TextDecoding {
  let encoding: string | null = null;
  return (bytes) => {
    if (bytes === undefined) return '';
    encoding ??= findGreekEncoding(bytes);
    return decodeAs(encoding ?? 'windows-1253')(bytes);
  };
}

function findGreekEncoding(bytes: Uint8Array): string | null {
  const byte = bytes.find(
    (candidate) => (candidate >= 0x80 && candidate <= 0x9f) || candidate === 0xa2 || candidate === 0xb6,
  );
  if (byte === undefined) return null;
  return byte === 0xb6 ? 'iso-8859-7' : 'windows-1253';
}
