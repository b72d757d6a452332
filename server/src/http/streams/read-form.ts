import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { Busboy, type BusboyInstance } from '@fastify/busboy';
import { limits, validationMessages } from '@medcloud/contract';
import { createFieldFault, Fault } from '@medcloud/contract/faults';
import type { FastifyRequest } from 'fastify';
import { sanitizeFileName } from '../../domain/exams/receive/sanitize-file-name.ts';
import { chunksOf } from './chunks-of.ts';
import { drainLimits } from './drain-request.ts';

export interface FormFile {
  /** Display text alone: it decides nothing. */
  name: string;
  /** A piece is the reader's until it asks for the next. Whoever stops reading before the end leaves the rest to be thrown away. */
  bytes: AsyncIterable<Buffer>;
}

/** Text fields by name, the first of each; and which came more than once. */
export interface FormFields {
  fields: Record<string, string>;
  repeated: string[];
}

export interface Form<T> extends FormFields {
  /** What the file's reader made of it; null without a file. */
  file: T | null;
  /** False where the rest behind a file was too long to be read on: more fields may have stood there. */
  isComplete: boolean;
}

const maxFields = 20;
/** Of other names, which are thrown away, one aside. */
const maxFiles = 5;
const maxFieldBytes = 16 * 1024;

/**
 * Reads a multipart form as it streams: text fields are kept, the one file named `file` is handed to `readFile` with the
 * fields that came before it. Where `readFile` ends before its file does, the rest of the form is still read, within the
 * bounds of a refused request's rest, so that the fields behind the file are known. Fails with `malformed` on a form that
 * is none or is cut short, with `validation` on a second file, with the signal's reason, and with whatever `readFile` fails
 * with, at once; by then `readFile` has ended, so that nothing goes on behind the answer.
 */
export async function readForm<T>(
  request: FastifyRequest,
  readFile: (file: FormFile, before: FormFields) => Promise<T>,
  signal?: AbortSignal,
): Promise<Form<T>> {
  const contentType = request.headers['content-type'] ?? '';
  if (!/^multipart\/form-data\b/i.test(contentType)) throw new Fault('unsupported_media');
  const parser = createParser(contentType);
  const parts: FormParts<T> = {
    fields: Object.create(null),
    repeated: [],
    stream: null,
    fileResult: null,
    isComplete: false,
  };
  try {
    await parse(request, parser, parts, readFile, signal);
    const { fields, repeated, isComplete } = parts;
    return { fields, repeated, isComplete, file: await parts.fileResult };
  } catch (error) {
    // a sender that went away leaves the file's stream open for ever: its reader must hear of it and remove what it wrote
    parts.stream?.destroy();
    await Promise.allSettled([parts.fileResult]);
    throw error;
  }
}

interface FormParts<T> extends FormFields {
  stream: Readable | null;
  fileResult: Promise<T> | null;
  isComplete: boolean;
}

function parse<T>(
  request: FastifyRequest,
  parser: BusboyInstance,
  parts: FormParts<T>,
  readFile: (file: FormFile, before: FormFields) => Promise<T>,
  signal: AbortSignal | undefined,
): Promise<void> {
  return new Promise<void>((resolve, reject) => {
    parser.on('field', (name, value) => {
      if (name in parts.fields) parts.repeated.push(name);
      else parts.fields[name] = value;
    });
    parser.on('file', (name, stream, fileName) => {
      if (name !== 'file') return stream.resume();
      if (parts.stream !== null) return reject(createFieldFault('file', validationMessages.oneFile));
      parts.stream = stream;
      // an AbortError only says that the reader left, and the reader says why
      stream.on('error', (error) => error.name === 'AbortError' || reject(new Fault('malformed')));
      // left as it is by its reader: a parser with a destroyed part never comes to its end
      const bytes = chunksOf(stream);
      const before = { fields: { ...parts.fields }, repeated: [...parts.repeated] };
      parts.fileResult = readFile({ name: sanitizeFileName(fileName), bytes }, before);
      parts.fileResult.then(() => discardRest(request.raw, stream, resolve), reject);
    });
    parser.on('error', () => reject(new Fault('malformed')));
    for (const limit of ['partsLimit', 'filesLimit', 'fieldsLimit'] as const)
      parser.on(limit, () => reject(new Fault('malformed')));
    parser.on('finish', () => {
      parts.isComplete = true;
      resolve();
    });
    signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
    request.raw.pipe(parser);
    finished(request.raw, { writable: false }).catch(() => reject(new Fault('malformed')));
  });
}

/** Throws the rest of a file away that its reader has left, and gives the rest of the form up where it does not end. */
function discardRest(request: IncomingMessage, stream: Readable, onLimit: () => void): void {
  if (stream.readableEnded) return;
  stream.resume();
  let bytes = 0;
  request.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > drainLimits.maxBytes) onLimit();
  });
  const timer = setTimeout(onLimit, drainLimits.timeoutMs);
  const done = () => clearTimeout(timer);
  request.once('end', done).once('close', done);
}

function createParser(contentType: string): BusboyInstance {
  try {
    return new Busboy({
      headers: { 'content-type': contentType },
      limits: {
        files: maxFiles,
        fields: maxFields,
        fieldSize: maxFieldBytes,
        parts: maxFields + maxFiles,
        fileSize: limits.uploadBytes + 1,
      },
    });
  } catch {
    throw new Fault('malformed');
  }
}
