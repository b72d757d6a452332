import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { AgeError } from './age-error.ts';
import { createHeader, readHeader } from './age-header.ts';
import type { AgeIdentity, AgeRecipient } from './age-keys.ts';
import { ChunkReader } from './chunk-reader.ts';

/*
 * Files in the age format, version 1 (C2SP age, "The age file format"), for X25519 recipients. The payload is a nonce
 * and chunks of 64 KiB, each encrypted with ChaCha20-Poly1305 (RFC 8439) under a counter and a flag of the last one
 * (STREAM), so a changed, missing, moved or added chunk is detected. One chunk at a time is in memory.
 */

const cipherName = 'chacha20-poly1305';
const chunkBytes = 65_536;
const tagBytes = 16;
const nonceBytes = 16;
const counterBytes = 11;
const maxHeaderBytes = 65_536;

/** Encrypts bytes to all recipients. */
export async function* encryptAge(
  source: AsyncIterable<Buffer>,
  recipients: readonly AgeRecipient[],
): AsyncGenerator<Buffer> {
  const { header, fileKey } = createHeader(recipients);
  const nonce = randomBytes(nonceBytes);
  yield Buffer.concat([header, nonce]);
  const payloadKey = derivePayloadKey(fileKey, nonce);
  const reader = new ChunkReader(source);
  let plain = await reader.read(chunkBytes);
  for (let counter = 0; ; counter += 1) {
    const next = await reader.read(chunkBytes);
    const isLast = next.length === 0;
    const cipher = createCipheriv(cipherName, payloadKey, chunkNonce(counter, isLast), { authTagLength: tagBytes });
    yield Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
    if (isLast) return;
    plain = next;
  }
}

/**
 * Decrypts an age file. Yields only authenticated chunks; the caller knows that the file is complete when it ends.
 * Throws `AgeError`.
 */
export async function* decryptAge(
  source: AsyncIterable<Buffer>,
  identities: readonly AgeIdentity[],
): AsyncGenerator<Buffer> {
  const reader = new ChunkReader(source);
  const fileKey = readHeader(await readHeaderLines(reader), identities);
  const nonce = await reader.read(nonceBytes);
  if (nonce.length < nonceBytes) throw new AgeError('malformed');
  const payloadKey = derivePayloadKey(fileKey, nonce);
  let encrypted = await reader.read(chunkBytes + tagBytes);
  for (let counter = 0; ; counter += 1) {
    const next = await reader.read(chunkBytes + tagBytes);
    const isLast = next.length === 0;
    const plain = decryptChunk(payloadKey, chunkNonce(counter, isLast), encrypted);
    // Only an empty file has an empty chunk.
    if (plain.length === 0 && counter > 0) throw new AgeError('changed');
    yield plain;
    if (isLast) return;
    encrypted = next;
  }
}

async function readHeaderLines(reader: ChunkReader): Promise<string[]> {
  const lines: string[] = [];
  for (let bytes = 0; bytes < maxHeaderBytes; ) {
    const line = await reader.readLine(maxHeaderBytes);
    if (line === null) break;
    lines.push(line);
    if (line.startsWith('---')) return lines;
    bytes += line.length + 1;
  }
  throw new AgeError('malformed');
}

function decryptChunk(key: Buffer, nonce: Buffer, encrypted: Buffer): Buffer {
  if (encrypted.length < tagBytes) throw new AgeError('changed');
  const decipher = createDecipheriv(cipherName, key, nonce, { authTagLength: tagBytes });
  decipher.setAuthTag(encrypted.subarray(encrypted.length - tagBytes));
  const plain = decipher.update(encrypted.subarray(0, encrypted.length - tagBytes));
  try {
    decipher.final();
  } catch (cause) {
    throw new AgeError('changed', { cause });
  }
  return plain;
}

function derivePayloadKey(fileKey: Buffer, nonce: Buffer): Buffer {
  return Buffer.from(hkdfSync('sha256', fileKey, nonce, 'payload', 32));
}

/** Returns the nonce of a chunk: a big-endian counter of 11 bytes, and 1 for the last chunk. */
function chunkNonce(counter: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(counterBytes + 1);
  nonce.writeUIntBE(counter, counterBytes - 6, 6);
  nonce[counterBytes] = isLast ? 1 : 0;
  return nonce;
}
