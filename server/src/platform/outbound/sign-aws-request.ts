import { createHash, createHmac } from 'node:crypto';

export interface AwsCredentials {
  accessKey: string;
  secretKey: string;
  region: string;
}

export interface AwsRequest {
  method: 'DELETE' | 'GET' | 'POST' | 'PUT';
  endpoint: URL;
  /** Starts with a slash. */
  path: string;
  query: Record<string, string>;
  headers: Record<string, string>;
  body: string | null;
}

const encode = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();

/** Returns the hash of a body as S3 wants it in a header. */
export const sha256Hex = (text: string) => createHash('sha256').update(text).digest('hex');

/** Signs a request with AWS Signature Version 4. Returns its address and its headers with the signature. */
export function signAwsRequest(
  { method, endpoint, path, query, headers, body }: AwsRequest,
  service: string,
  { accessKey, secretKey, region }: AwsCredentials,
  now: Date,
): { url: URL; headers: Record<string, string> } {
  const time = now.toISOString().replace(/[-:]|\.\d+/g, '');
  const day = time.slice(0, 8);
  const search = Object.keys(query)
    .sort()
    .map((name) => `${name}=${encode(query[name] ?? '')}`)
    .join('&');
  const all: Record<string, string> = { ...headers, 'x-amz-date': time };
  const signed: Record<string, string> = { ...all, host: endpoint.host };
  const names = Object.keys(signed).sort();
  const lines = names.map((name) => `${name}:${signed[name]}\n`).join('');
  const canonical = [method, path, search, lines, names.join(';'), sha256Hex(body ?? '')].join('\n');
  const scope = `${day}/${region}/${service}/aws4_request`;
  const key = [day, region, service, 'aws4_request'].reduce<string | Buffer>(hmac, `AWS4${secretKey}`);
  const signature = hmac(key, ['AWS4-HMAC-SHA256', time, scope, sha256Hex(canonical)].join('\n')).toString('hex');
  const authorization = `AWS4-HMAC-SHA256 Credential=${accessKey}/${scope}, SignedHeaders=${names.join(';')}, Signature=${signature}`;
  return { url: new URL(`${path}?${search}`, endpoint), headers: { ...all, authorization } };
}
