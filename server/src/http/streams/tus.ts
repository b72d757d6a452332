import { issueCode, limits } from '@medcloud/contract';
import { Fault } from '@medcloud/contract/faults';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { validationFault } from '../server/parse.ts';

/**
 * The headers of tus 1.0.0 (https://tus.io/protocols/resumable-upload): the core and its extensions creation,
 * termination, checksum and expiration.
 */

const version = '1.0.0';

/** Headers of the response to OPTIONS. */
export const tusOptionsHeaders = {
  'tus-resumable': version,
  'tus-version': version,
  'tus-extension': 'creation,termination,checksum,expiration',
  'tus-max-size': String(limits.uploadBytes),
  'tus-checksum-algorithm': 'sha1,sha256',
};

/**
 * Sets the version header and rejects clients of another version. A client without a version counts as this version.
 */
export function checkTusVersion(request: FastifyRequest, reply: FastifyReply): void {
  reply.header('tus-resumable', version);
  const clientVersion = request.headers['tus-resumable'];
  if (clientVersion !== undefined && clientVersion !== version)
    throw new Fault('protocol_version', { headers: { 'tus-version': version } });
}

/** Parses a header with a whole number of bytes. Throws `malformed` if it is missing or invalid. */
export function parseBytesHeader(request: FastifyRequest, name: 'upload-length' | 'upload-offset'): number {
  const text = request.headers[name];
  const bytes = typeof text === 'string' && /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
  if (!Number.isSafeInteger(bytes)) throw new Fault('malformed', { reason: issueCode('header_not_bytes', name) });
  return bytes;
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Parses Upload-Metadata: pairs of a key and a Base64 value, separated by commas. Throws `malformed`, or `validation`
 * for a repeated key.
 */
export function parseUploadMetadata(request: FastifyRequest): Record<string, string> {
  const header = request.headers['upload-metadata'];
  const fields: Record<string, string> = Object.create(null);
  const pairs = typeof header === 'string' ? header.split(',').map((pair) => pair.trim()) : [];
  for (const pair of pairs.filter((each) => each !== '')) {
    const [key = '', value = '', more] = pair.split(' ');
    if (more !== undefined) throw new Fault('malformed');
    if (key in fields) throw validationFault([{ path: [key], message: issueCode('sent_twice') }]);
    fields[key] = decodeValue(value);
  }
  return fields;
}

function decodeValue(value: string): string {
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(value)) throw new Fault('malformed');
  try {
    return utf8.decode(Buffer.from(value, 'base64'));
  } catch {
    throw new Fault('malformed');
  }
}

/**
 * Parses Upload-Checksum: an algorithm and the digest in Base64; null without one. Throws `malformed` for an
 * unsupported algorithm.
 */
export function parseChecksum(request: FastifyRequest): { algorithm: 'sha1' | 'sha256'; digest: Buffer } | null {
  const header = request.headers['upload-checksum'];
  if (header === undefined) return null;
  const [, algorithm, digest] =
    (typeof header === 'string' && /^(sha1|sha256) ([A-Za-z0-9+/]+={0,2})$/.exec(header)) || [];
  if ((algorithm !== 'sha1' && algorithm !== 'sha256') || digest === undefined)
    throw new Fault('malformed', { reason: issueCode('checksum_header_invalid') });
  return { algorithm, digest: Buffer.from(digest, 'base64') };
}
