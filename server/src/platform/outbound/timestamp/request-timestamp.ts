import { GatewayError } from '../gateway-error.ts';
import { failureOf, sendRequest } from '../send-request.ts';
import { derTags, findDer, readDer, writeDer } from './der.ts';

const { boolean, integer, octets, null: nullTag, oid, time, sequence } = derTags;
const sha256Id = Buffer.from('608648016503040201', 'hex'); // 2.16.840.1.101.3.4.2.1
const imprintOf = (hash: Buffer) =>
  writeDer(sequence, writeDer(sequence, writeDer(oid, sha256Id), writeDer(nullTag)), writeDer(octets, hash));

/** Creates a TimeStampReq (RFC 3161 2.4.1) for a SHA-256. The nonce has at most 15 bytes. */
export function createTimestampRequest(hash: Buffer, nonce: Buffer): Buffer {
  return writeDer(
    sequence,
    writeDer(integer, Buffer.from([1])),
    imprintOf(hash),
    writeDer(integer, positive(nonce)),
    writeDer(boolean, Buffer.from([0xff])), // the token then has the authority's certificate
  );
}

/** DER drops leading zeros of an integer, and starts a positive one below 0x80. */
function positive(bytes: Buffer): Buffer {
  const start = bytes.findIndex((byte) => byte !== 0);
  return Buffer.concat([Buffer.from([0]), bytes.subarray(start)]).subarray((bytes[start] ?? 0) < 0x80 ? 1 : 0);
}

/** A token of RFC 3161: DER of its CMS message, and the time it states. */
export interface TimestampToken {
  token: Buffer;
  at: Date;
}

/**
 * Reads a TimeStampResp (RFC 3161 2.4.2). Throws unless it was granted for this hash and nonce. Does not verify the
 * authority's signature: `openssl ts -verify` does.
 */
export function readTimestampResponse(response: Buffer, hash: Buffer, nonce: Buffer): TimestampToken {
  const status = findDer(response, [0, 0, 0], integer).content;
  if (status.length !== 1 || (status[0] ?? 2) > 1) throw new Error('The authority refused the request.');
  const token = findDer(response, [0, 1], sequence).bytes;
  const info = findDer(findDer(token, [0, 1, 0, 2, 1, 0], octets).content, [0], sequence);
  const [, , imprint, , statedTime, ...optional] = readDer(info.content);
  const statedHash = imprint && readDer(imprint.content)[1]?.content;
  if (!statedHash?.equals(hash)) throw new Error('The token is about another hash.');
  const wanted = positive(nonce);
  if (!optional.some(({ tag, content }) => tag === integer && content.equals(wanted)))
    throw new Error('The token answers another request.');
  if (statedTime?.tag !== time) throw new Error('The token states no time.');
  return { token, at: parseTime(statedTime.content.toString('latin1')) };
}

/** `YYYYMMDDhhmmss[.s…]Z` */
function parseTime(text: string): Date {
  const [, ...parts] = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(?:\.(\d+))?Z$/.exec(text) ?? [];
  const [year, month, day, hour, minute, second, fraction = '0'] = parts;
  const at = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}.${fraction.slice(0, 3).padEnd(3, '0')}Z`);
  if (Number.isNaN(at.getTime())) throw new Error('The token states no time.');
  return at;
}

/** Asks an authority for a token. Throws `GatewayError`. */
export async function requestTimestamp(
  url: URL,
  hash: Buffer,
  nonce: Buffer,
  signal: AbortSignal,
): Promise<TimestampToken> {
  const headers = { 'content-type': 'application/timestamp-query', accept: 'application/timestamp-reply' };
  const body = createTimestampRequest(hash, nonce);
  const response = await sendRequest({ method: 'POST', url, headers, body }, signal);
  const failure = failureOf(response.status);
  if (failure) throw failure;
  try {
    return readTimestampResponse(response.bytes, hash, nonce);
  } catch (cause) {
    throw new GatewayError('refused', 'timestamp_invalid', { cause });
  }
}
