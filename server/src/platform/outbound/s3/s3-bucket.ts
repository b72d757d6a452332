import { createHash } from 'node:crypto';
import type { S3AnchorSettings } from '../../config/anchor-urls.ts';
import { failureOf, type OutboundResponse, sendRequest } from '../send-request.ts';
import { sha256Hex, signAwsRequest } from '../sign-aws-request.ts';

/** The bucket's settings and the time for signatures. Keys of objects may contain letters, digits, `/`, `.`, `_`, `-`. */
export type S3Bucket = Omit<S3AnchorSettings, 'kind' | 'prefix' | 'retainDays'> & { now: () => Date };

/** One version of an object. With object lock a deletion hides versions, and removes none. */
export interface ObjectVersion {
  key: string;
  versionId: string;
  sizeBytes: number;
  /** In hex: the MD5 of the content, unless the bucket encrypts with keys of its own (SSE-KMS, SSE-C). */
  etag: string;
}

/** Writes an object that nobody, not even the bucket's owner, can delete before `until` (object lock, compliance mode). */
export async function putLockedObject(
  bucket: S3Bucket,
  { key, body, until }: { key: string; body: string; until: Date },
  signal: AbortSignal,
): Promise<void> {
  const headers = {
    'content-md5': createHash('md5').update(body).digest('base64'), // required with object lock
    'x-amz-object-lock-mode': 'COMPLIANCE',
    'x-amz-object-lock-retain-until-date': until.toISOString(),
  };
  await call(bucket, { method: 'PUT', path: key, query: {}, body, headers }, signal);
}

/** A response that lacks its end, or an element that it must have. */
export class DamagedResponseError extends Error {
  override name = 'DamagedResponseError';
  readonly code = 's3_response_damaged';
}

// 1,000 keys are the most that S3 lists at once. A key has at most 1,024 bytes, up to six times as many in XML.
const maxListingBytes = 8_388_608;

/**
 * Lists all versions of objects under `prefix`, page by page: by key, and of one key the newest first. Passes over
 * markers of deletion, and lists the versions that they hide. Throws `GatewayError` and `DamagedResponseError`.
 */
export async function* listVersions(
  bucket: S3Bucket,
  prefix: string,
  getSignal: () => AbortSignal,
): AsyncGenerator<ObjectVersion[]> {
  let position: Record<string, string> | null = {};
  while (position !== null) {
    const query = { versions: '', prefix, ...position };
    const parts = { method: 'GET', path: '', query, body: null, headers: {} } as const;
    const { text } = await call(bucket, { ...parts, maxResponseBytes: maxListingBytes }, getSignal());
    if (!text.trimEnd().endsWith('</ListVersionsResult>')) throw new DamagedResponseError('The listing lacks its end.');
    yield [...text.matchAll(/<Version>(.*?)<\/Version>/gs)].map(([, version = '']) => ({
      key: elementOf(version, 'Key'),
      versionId: elementOf(version, 'VersionId'),
      sizeBytes: Number(elementOf(version, 'Size')),
      etag: elementOf(version, 'ETag').replaceAll('"', ''),
    }));
    position = nextPosition(text, position);
  }
}

/** Returns where the next page begins; null after the last one. */
function nextPosition(text: string, position: Record<string, string>): Record<string, string> | null {
  if (elementOf(text, 'IsTruncated') !== 'true') return null;
  const key = elementOf(text, 'NextKeyMarker');
  const version = elementOf(text, 'NextVersionIdMarker');
  const next = { 'key-marker': key, ...(version === '' ? {} : { 'version-id-marker': version }) };
  if (key === '' || JSON.stringify(next) === JSON.stringify(position))
    throw new DamagedResponseError('The listing does not say where it continues.');
  return next;
}

function elementOf(xml: string, name: string): string {
  return decodeXml(new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1] ?? '');
}

const namedCharacters: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** Decodes the references to characters of XML 1.0, 4.1 and 4.6. */
function decodeXml(text: string): string {
  return text.replaceAll(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|([a-z]{2,4}));/gi, (reference, hex, decimal, name) => {
    if (name !== undefined) return namedCharacters[name] ?? reference;
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    return code > 0x10ffff ? reference : String.fromCodePoint(code);
  });
}

/** Reads a version as text. Throws `GatewayError`, and `DamagedResponseError` if it has not the size of the listing. */
export async function getVersion(
  bucket: S3Bucket,
  { key, versionId, sizeBytes }: Omit<ObjectVersion, 'etag'>,
  signal: AbortSignal,
): Promise<string> {
  const parts = { method: 'GET', path: key, query: { versionId }, body: null, headers: {} } as const;
  const { bytes, text } = await call(bucket, { ...parts, maxResponseBytes: sizeBytes }, signal);
  if (bytes.length !== sizeBytes) throw new DamagedResponseError('A version lacks its end.');
  return text;
}

interface Call {
  method: 'GET' | 'PUT';
  path: string;
  query: Record<string, string>;
  body: string | null;
  headers: Record<string, string>;
  maxResponseBytes?: number;
}

async function call(bucket: S3Bucket, parts: Call, signal: AbortSignal): Promise<OutboundResponse> {
  const { maxResponseBytes, ...request } = parts;
  const { method, body } = request;
  const { url, headers } = signCall(bucket, request);
  const limit = maxResponseBytes === undefined ? {} : { maxResponseBytes };
  const response = await sendRequest({ method, url, headers, body, ...limit }, signal);
  const failure = failureOf(response.status);
  if (failure) throw failure;
  return response;
}

/** Signs a call, path style. */
function signCall(bucket: S3Bucket, { path, headers, ...call }: Call) {
  const request = {
    ...call,
    endpoint: bucket.endpoint,
    path: `/${bucket.bucket}${path === '' ? '' : `/${path}`}`,
    headers: { ...headers, 'x-amz-content-sha256': sha256Hex(call.body ?? '') },
  };
  return signAwsRequest(request, 's3', bucket, bucket.now());
}
