import { once } from 'node:events';
import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { routes } from '@medcloud/contract';
import { problem } from '@medcloud/contract/shapes/common';
import type { Client } from './client.ts';

/** A text field, or a file with its bytes in memory or as a stream. */
export type Part =
  | { field: string; value: string }
  | { file: string; fileName: string; bytes: Buffer | Iterable<Buffer> | AsyncIterable<Buffer> };

export interface UploadResponse {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}

const boundary = 'medcloud-test-boundary-2f8c1e';

/** Yields the body of a form (RFC 7578) in chunks, with its parts in the given order. */
export async function* multipart(parts: readonly Part[]): AsyncGenerator<Buffer> {
  for (const part of parts) {
    if ('value' in part) {
      yield Buffer.from(
        `--${boundary}\r\nContent-Disposition: form-data; name="${part.field}"\r\n\r\n${part.value}\r\n`,
      );
      continue;
    }
    yield Buffer.from(
      `--${boundary}\r\nContent-Disposition: form-data; name="${part.file}"; filename="${part.fileName}"\r\nContent-Type: application/octet-stream\r\n\r\n`,
    );
    if (Buffer.isBuffer(part.bytes)) yield part.bytes;
    else yield* part.bytes;
    yield Buffer.from('\r\n');
  }
  yield Buffer.from(`--${boundary}--\r\n`);
}

/** Returns the fields of an upload, with the given changes; undefined removes a field. */
export function fieldParts(fields: Record<string, string | undefined>): Part[] {
  const all = { examType: 'ct', examDate: '2026-01-15', ...fields };
  return Object.entries(all).flatMap(([field, value]) => (value === undefined ? [] : [{ field, value }]));
}

export function filePart(bytes: Buffer | Iterable<Buffer> | AsyncIterable<Buffer>, fileName = 'exam.dcm'): Part {
  return { file: 'file', fileName, bytes };
}

/** Sends a body to the upload route, as a browser does. Rejects if the connection is cut before a response. */
export async function sendBody(
  client: Client,
  body: AsyncIterable<Buffer>,
  headers: Record<string, string> = {},
): Promise<UploadResponse> {
  const request = httpRequest(`${client.origin}${routes.center.uploadExam.path}`, {
    method: 'POST',
    headers: {
      'content-type': `multipart/form-data; boundary=${boundary}`,
      ...client.credentials('bearer'),
      ...headers,
    },
  });
  const responsePromise = readResponse(request);
  let isFinished = false;
  responsePromise.then(
    () => {
      isFinished = true;
    },
    () => {
      isFinished = true;
    },
  );
  for await (const chunk of body) {
    if (isFinished) break;
    if (!request.write(chunk)) await Promise.race([once(request, 'drain').catch(() => undefined), responsePromise]);
  }
  request.end();
  return await responsePromise;
}

/** Uploads the parts in the given order. */
export function sendParts(
  client: Client,
  parts: readonly Part[],
  headers?: Record<string, string>,
): Promise<UploadResponse> {
  return sendBody(client, multipart(parts), headers);
}

/**
 * Uploads the parts with a Content-Length, as a browser does. Bytes must be in memory, because they are iterated twice.
 */
export async function sendForm(client: Client, parts: readonly Part[]): Promise<UploadResponse> {
  let bytes = 0;
  for await (const chunk of multipart(parts)) bytes += chunk.length;
  return await sendParts(client, parts, { 'content-length': String(bytes) });
}

function readResponse(request: ReturnType<typeof httpRequest>): Promise<UploadResponse> {
  return new Promise((resolve, reject) => {
    request.on('error', reject);
    request.on('response', async (response) => {
      const chunks: Buffer[] = [];
      try {
        for await (const chunk of response) chunks.push(chunk);
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          text: Buffer.concat(chunks).toString('utf8'),
        });
      } catch (error) {
        reject(error);
      }
    });
  });
}

/** Parses a response's problem body. */
export function problemOf(response: UploadResponse) {
  return problem.parse(JSON.parse(response.text));
}

/** Parses a response's exam. */
export function examOf(response: UploadResponse) {
  return routes.center.uploadExam.reply.parse(JSON.parse(response.text));
}
