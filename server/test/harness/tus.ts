import { request as httpRequest } from 'node:http';
import { routes } from '@medcloud/contract';
import type { Client, Transport } from './client.ts';

export const uploadsPath = routes.center.beginUpload.path;

/** Encodes Upload-Metadata as a client does. */
export function metadataHeader(fields: Record<string, string>): string {
  return Object.entries(fields)
    .map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`)
    .join(',');
}

export const examFields = (patientId: string, more: Record<string, string> = {}) => ({
  patientId,
  examType: 'ct',
  examDate: '2026-01-15',
  filename: 'κεφαλή.dcm',
  ...more,
});

const tus = { 'tus-resumable': '1.0.0' };

/** Sends a tus creation request. */
export function requestUpload(
  client: Client,
  lengthBytes: number,
  fields: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<Response> {
  return client.raw('POST', uploadsPath, {
    headers: { ...tus, 'upload-length': String(lengthBytes), 'upload-metadata': metadataHeader(fields), ...headers },
  });
}

/** Creates an upload and returns its path. Throws if the response is not 201. */
export async function createUpload(
  client: Client,
  lengthBytes: number,
  fields: Record<string, string>,
): Promise<string> {
  const response = await requestUpload(client, lengthBytes, fields);
  if (response.status !== 201) throw new Error(`No upload was created: ${response.status} ${await response.text()}`);
  return response.headers.get('location') ?? '';
}

/** Sends a part from an offset. */
export function send(
  client: Client,
  path: string,
  offset: number,
  bytes: RequestInit['body'],
  headers: Record<string, string> = {},
  options: { transport?: Transport; signal?: AbortSignal } = {},
): Promise<Response> {
  const type = { 'content-type': 'application/offset+octet-stream' };
  return client.raw('PATCH', path, {
    ...options,
    headers: { ...tus, ...type, 'upload-offset': String(offset), ...headers },
    body: bytes,
  });
}

/** Returns an upload's offset, as a resuming client reads it. */
export async function offsetOf(client: Client, path: string): Promise<number> {
  const response = await client.raw('HEAD', path, { headers: tus });
  if (response.status !== 200) throw new Error(`The upload has no offset: ${response.status}`);
  return Number(response.headers.get('upload-offset'));
}

/** Returns the upload's state as JSON. */
export async function getUpload(client: Client, path: string) {
  return await client.call(routes.center.upload, { params: { id: path.split('/').at(-1) ?? '' } });
}

/**
 * Starts to send a part: sends `bytes` and keeps the request open until more is written, or it is ended or destroyed.
 */
export function openPart(client: Client, path: string, offset: number, bytes: Buffer) {
  const request = httpRequest(`${client.origin}${path}`, {
    method: 'PATCH',
    headers: {
      ...tus,
      ...client.credentials('bearer'),
      'content-type': 'application/offset+octet-stream',
      'upload-offset': String(offset),
    },
  });
  const status = new Promise<number | null>((resolve) => {
    request.once('response', (response) => {
      response.resume();
      response.once('end', () => request.destroy()); // a half-sent request would delay the end of the test app
      resolve(response.statusCode ?? 0);
    });
    request.on('error', () => resolve(null)); // cut by the test or by the portal
  });
  request.write(bytes);
  return {
    status,
    write: (more: Buffer) => request.write(more),
    destroy: () => request.destroy(),
    end: (rest: Buffer) => request.end(rest),
  };
}
