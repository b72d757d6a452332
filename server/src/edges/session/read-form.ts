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
 * fields that came before it. Fails with `malformed` on a form that is none or is cut short, with the signal's reason, and
 * with whatever `readFile` fails with, at once; by then `readFile` has ended, so that nothing goes on behind the answer.
 */
export async function readForm<T>(
  request: FastifyRequest,
  readFile: (file: FormFile, fieldsSoFar: Record<string, string>) => Promise<T>,
  signal?: AbortSignal,
): Promise<Form<T>> {
  const contentType = request.headers['content-type'] ?? '';
  if (!/^multipart\/form-data\b/i.test(contentType)) throw new Fault('unsupported_media');
  const parser = makeParser(contentType);
  const parts: Parts<T> = { fields: Object.create(null), stream: null, reading: null };
  try {
    await parse(request, parser, parts, readFile, signal);
    return { fields: parts.fields, file: await parts.reading };
  } catch (error) {
    // a sender that went away leaves the file's stream open for ever: its reader must hear of it and remove what it wrote
    parts.stream?.destroy();
    await Promise.allSettled([parts.reading]);
    throw error;
  }
}

interface Parts<T> {
  fields: Record<string, string>;
  stream: Readable | null;
  reading: Promise<T> | null;
}

function parse<T>(
  request: FastifyRequest,
  parser: BusboyInstance,
  parts: Parts<T>,
  readFile: (file: FormFile, fieldsSoFar: Record<string, string>) => Promise<T>,
  signal: AbortSignal | undefined,
): Promise<void> {
  let seen = 0;
  return new Promise<void>((resolve, reject) => {
    parser.on('field', (name, value) => {
      if (!(name in parts.fields)) parts.fields[name] = value;
    });
    parser.on('file', (name, stream, fileName) => {
      seen += 1;
      if (name !== 'file' || seen > 1) {
        stream.resume();
        return;
      }
      parts.stream = stream;
      // an AbortError only says that the reader left, and the reader says why
      stream.on('error', (error) => error.name === 'AbortError' || reject(new Fault('malformed')));
      parts.reading = readFile({ name: displayName(fileName), bytes: stream }, { ...parts.fields });
      parts.reading.catch(reject);
    });
    parser.on('error', () => reject(new Fault('malformed')));
    parser.on('partsLimit', () => reject(new Fault('malformed')));
    parser.on('finish', () => resolve());
    signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
    request.raw.pipe(parser);
    finished(request.raw, { writable: false }).catch(() => reject(new Fault('malformed')));
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
