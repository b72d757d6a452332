import { basename } from 'node:path';
import type { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { Busboy, type BusboyInstance } from '@fastify/busboy';
import { limits } from '@medcloud/contract';
import { Fault } from '@medcloud/contract/faults';
import type { FastifyRequest } from 'fastify';

export interface FormFile {
  /** Display text alone: it decides nothing. */
  name: string;
  bytes: Readable;
}

export interface Form<T> {
  fields: Record<string, string>;
  /** What the file's reader made of it; null without a file. */
  file: T | null;
}

const mostFields = 20;
const mostFieldBytes = 16 * 1024;

/**
 * Reads a multipart form as it streams: text fields are kept, the one file named `file` is handed to `readFile` with the
 * fields that came before it. Fails with `malformed` on a form that is none or is cut short, and with whatever
 * `readFile` fails with, at once.
 */
export async function readForm<T>(
  request: FastifyRequest,
  readFile: (file: FormFile, fieldsSoFar: Record<string, string>) => Promise<T>,
): Promise<Form<T>> {
  const contentType = request.headers['content-type'] ?? '';
  if (!/^multipart\/form-data\b/i.test(contentType)) throw new Fault('unsupported_media');
  const parser = makeParser(contentType);
  const fields: Record<string, string> = Object.create(null);
  let reading: Promise<T> | null = null;
  let seen = 0;
  return await new Promise<Form<T>>((resolve, reject) => {
    parser.on('field', (name, value) => {
      if (!(name in fields)) fields[name] = value;
    });
    parser.on('file', (name, stream, fileName) => {
      seen += 1;
      if (name !== 'file' || seen > 1) {
        stream.resume();
        return;
      }
      stream.on('error', reject);
      reading = readFile({ name: displayName(fileName), bytes: stream }, { ...fields });
      reading.catch(reject);
    });
    parser.on('error', () => reject(new Fault('malformed')));
    parser.on('partsLimit', () => reject(new Fault('malformed')));
    parser.on('finish', () => {
      Promise.resolve(reading).then((file) => resolve({ fields, file }), reject);
    });
    request.raw.pipe(parser);
    finished(request.raw, { writable: false }).catch((error) =>
      reject(error instanceof Fault ? error : new Fault('malformed')),
    );
  });
}

function makeParser(contentType: string): BusboyInstance {
  try {
    return new Busboy({
      headers: { 'content-type': contentType },
      limits: {
        files: 2,
        fields: mostFields,
        fieldSize: mostFieldBytes,
        parts: mostFields + 2,
        fileSize: limits.uploadBytes + 1,
      },
    });
  } catch {
    throw new Fault('malformed');
  }
}

/** A file's name as text to show: no folders, no control or direction characters, 255 characters at most. */
function displayName(name: string | undefined): string {
  const bare = basename((name ?? '').replaceAll('\\', '/'))
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}]/gu, '')
    .trim();
  return bare.slice(0, 255) || 'exam';
}
