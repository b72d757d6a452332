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

/** Lists at most `maxCount` versions of objects by key, from the first under `prefix`. Passes over markers of deletion. */
export async function listVersions(
  bucket: S3Bucket,
  { prefix, maxCount }: { prefix: string; maxCount: number },
  signal: AbortSignal,
): Promise<ObjectVersion[]> {
  const query = { versions: '', prefix, 'max-keys': String(maxCount) };
  const { text } = await call(bucket, { method: 'GET', path: '', query, body: null, headers: {} }, signal);
  return [...text.matchAll(/<Version>(.*?)<\/Version>/gs)].map(([, version = '']) => ({
    key: elementOf(version, 'Key'),
    versionId: elementOf(version, 'VersionId'),
  }));
}

function elementOf(xml: string, name: string): string {
  return new RegExp(`<${name}>([^<&]*)</${name}>`).exec(xml)?.[1] ?? '';
}

export async function getVersion(
  bucket: S3Bucket,
  { key, versionId }: ObjectVersion,
  signal: AbortSignal,
): Promise<string> {
  return (await call(bucket, { method: 'GET', path: key, query: { versionId }, body: null, headers: {} }, signal)).text;
}

interface Call {
  method: 'GET' | 'PUT';
  path: string;
  query: Record<string, string>;
  body: string | null;
  headers: Record<string, string>;
}

async function call(bucket: S3Bucket, parts: Call, signal: AbortSignal): Promise<OutboundResponse> {
  const { method, body } = parts;
  const { url, headers } = signCall(bucket, parts);
  const response = await sendRequest({ method, url, headers, body }, signal);
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
