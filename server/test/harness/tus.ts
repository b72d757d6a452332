import { request as httpRequest } from 'node:http';
import { routes } from '@medcloud/contract';
import type { Client, Transport } from './client.ts';

export const uploadsPath = routes.center.beginUpload.path;

/** Upload-Metadata as a client writes it. */
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

/** tus creation. */
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

/** Begins an upload that must begin, and answers its address. */
export async function createUpload(
  client: Client,
  lengthBytes: number,
  fields: Record<string, string>,
): Promise<string> {
  const response = await requestUpload(client, lengthBytes, fields);
  if (response.status !== 201) throw new Error(`It did not begin: ${response.status} ${await response.text()}`);
  return response.headers.get('location') ?? '';
}

/** Sends a part from an offset on. */
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

/** Where an upload stands, as a client that comes back asks. */
export async function offsetOf(client: Client, path: string): Promise<number> {
  const response = await client.raw('HEAD', path, { headers: tus });
  if (response.status !== 200) throw new Error(`It does not stand anywhere: ${response.status}`);
  return Number(response.headers.get('upload-offset'));
}

/** The upload as JSON. */
export async function getUpload(client: Client, path: string) {
  return await client.call(routes.center.upload, { params: { id: path.split('/').at(-1) ?? '' } });
}

/** A part that is sent by hand and perhaps never ends: `bytes` go out, then the connection stands until more is written, or it is ended or cut. */
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
      resolve(response.statusCode ?? 0);
    });
    request.once('error', () => resolve(null)); // cut, by us or by the portal
  });
  request.write(bytes);
  return {
    status,
    write: (more: Buffer) => request.write(more),
    destroy: () => request.destroy(),
    end: (rest: Buffer) => request.end(rest),
  };
}
