import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import { AgeError } from './age-error.ts';
import { type AgeIdentity, type AgeRecipient, findSharedSecret, shareNewSecret } from './age-keys.ts';

/*
 * The header of an age file (C2SP age, "The age file format"): a version line, one stanza for each recipient with the
 * file key encrypted to it, and a MAC over both with the file key.
 */

const versionLine = 'age-encryption.org/v1';
const stanzaType = 'X25519';
const keyContext = 'age-encryption.org/v1/X25519';
const fileKeyBytes = 16;
const wrappedKeyBytes = 32;
const shareBytes = 32;
const macBytes = 32;
const cipherName = 'chacha20-poly1305';
const tagBytes = 16;
const columns = 64;
// Each wrapping key is used once.
const zeroNonce = Buffer.alloc(12);

interface Stanza {
  readonly type: string;
  readonly arguments: readonly string[];
  readonly body: Buffer;
}

/** Creates a file key, and a header from which each recipient can read it. */
export function createHeader(recipients: readonly AgeRecipient[]): { header: Buffer; fileKey: Buffer } {
  if (recipients.length === 0) throw new AgeError('no_match');
  const fileKey = randomBytes(fileKeyBytes);
  const stanzas = recipients.map((recipient) => formatStanza(recipient, fileKey));
  const signedText = `${versionLine}\n${stanzas.join('')}---`;
  const mac = encodeBase64(computeMac(fileKey, signedText));
  return { header: Buffer.from(`${signedText} ${mac}\n`, 'latin1'), fileKey };
}

function formatStanza(recipient: AgeRecipient, fileKey: Buffer): string {
  const { share, secret } = shareNewSecret(recipient);
  const cipher = createCipheriv(cipherName, deriveWrappingKey(secret, share, recipient), zeroNonce, {
    authTagLength: tagBytes,
  });
  const body = Buffer.concat([cipher.update(fileKey), cipher.final(), cipher.getAuthTag()]);
  return `-> ${stanzaType} ${encodeBase64(share)}\n${encodeBase64(body)}\n`;
}

/**
 * Reads the file key of a header, given as its lines without line ends. Throws `AgeError`: `malformed`, `no_match`, or
 * `changed` if the MAC is wrong.
 */
export function readHeader(lines: readonly string[], identities: readonly AgeIdentity[]): Buffer {
  const { stanzas, mac } = parseHeader(lines);
  const fileKey = findFileKey(stanzas, identities);
  if (fileKey === null) throw new AgeError('no_match');
  const signedText = `${lines.slice(0, -1).join('\n')}\n---`;
  if (!timingSafeEqual(computeMac(fileKey, signedText), mac)) throw new AgeError('changed');
  return fileKey;
}

function findFileKey(stanzas: readonly Stanza[], identities: readonly AgeIdentity[]): Buffer | null {
  for (const stanza of stanzas) {
    if (stanza.type !== stanzaType) continue;
    const share = stanza.arguments.length === 1 ? decodeBase64(stanza.arguments[0] ?? '') : null;
    if (share?.length !== shareBytes || stanza.body.length !== wrappedKeyBytes) throw new AgeError('malformed');
    for (const identity of identities) {
      const fileKey = unwrapFileKey(identity, share, stanza.body);
      if (fileKey !== null) return fileKey;
    }
  }
  return null;
}

function unwrapFileKey(identity: AgeIdentity, share: Buffer, body: Buffer): Buffer | null {
  const secret = findSharedSecret(identity, share);
  if (secret === null) throw new AgeError('malformed');
  const key = deriveWrappingKey(secret, share, identity.recipient);
  const decipher = createDecipheriv(cipherName, key, zeroNonce, { authTagLength: tagBytes });
  decipher.setAuthTag(body.subarray(fileKeyBytes));
  const fileKey = decipher.update(body.subarray(0, fileKeyBytes));
  try {
    decipher.final();
    return fileKey;
  } catch {
    return null; // of another recipient
  }
}

function deriveWrappingKey(secret: Buffer, share: Buffer, recipient: AgeRecipient): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, Buffer.concat([share, recipient.bytes]), keyContext, 32));
}

function computeMac(fileKey: Buffer, signedText: string): Buffer {
  const key = Buffer.from(hkdfSync('sha256', fileKey, '', 'header', 32));
  return createHmac('sha256', key).update(signedText, 'latin1').digest();
}

function parseHeader(lines: readonly string[]): { stanzas: Stanza[]; mac: Buffer } {
  const [version, ...rest] = lines;
  const mac = decodeBase64(/^--- (.*)$/.exec(rest.pop() ?? '')?.[1] ?? '');
  if (version !== versionLine || mac?.length !== macBytes) throw new AgeError('malformed');
  const stanzas: Stanza[] = [];
  for (let index = 0; index < rest.length; ) {
    const names = rest[index]?.split(' ') ?? [];
    const end = rest.findIndex((line, at) => at > index && line.length < columns);
    const body = decodeBody(rest.slice(index + 1, end + 1));
    const [arrow, type = '', ...parameters] = names;
    const isValid = arrow === '->' && [type, ...parameters].every((name) => /^[!-~]+$/.test(name));
    if (!isValid || end === -1 || body === null) throw new AgeError('malformed');
    stanzas.push({ type, arguments: parameters, body });
    index = end + 1;
  }
  return { stanzas, mac };
}

/** Decodes the lines of a stanza's body: all but the last are full. */
function decodeBody(lines: readonly string[]): Buffer | null {
  return lines.slice(0, -1).every((line) => line.length === columns) ? decodeBase64(lines.join('')) : null;
}

const encodeBase64 = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');

/** Decodes base64 without padding (RFC 4648 4). Returns null if it is not the canonical encoding. */
function decodeBase64(text: string): Buffer | null {
  const bytes = Buffer.from(text, 'base64');
  return encodeBase64(bytes) === text ? bytes : null;
}
