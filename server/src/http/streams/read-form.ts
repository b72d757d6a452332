import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { Busboy, type BusboyInstance } from '@fastify/busboy';
import { issueCode, limits } from '@medcloud/contract';
import { createFieldFault, Fault } from '@medcloud/contract/faults';
import type { FastifyRequest } from 'fastify';
import { sanitizeFileName } from '../../domain/exams/receive/sanitize-file-name.ts';
import { chunksOf } from './chunks-of.ts';
import { drainLimits } from './drain-request.ts';

export interface FormFile {
  /** For display only; no decision depends on it. */
  name: string;
  /** A chunk is valid until the next is requested. If the consumer stops early, the rest is discarded. */
  bytes: AsyncIterable<Buffer>;
}

/** Text fields by name, the first of each, and the names that occurred more than once. */
export interface FormFields {
  fields: Record<string, string>;
  repeated: string[];
}

export interface Form<T> extends FormFields {
  /** The result of `readFile`; null without a file. */
  file: T | null;
  /** False if the rest after a file was too long to read. It may have had more fields. */
  isComplete: boolean;
}

const maxFields = 20;
/** All but one have other names and are discarded. */
const maxFiles = 5;
const maxFieldBytes = 16 * 1024;

/**
 * Reads a multipart form as it streams. Stores text fields and passes the one file named `file` to `readFile` with the
 * fields before it. If `readFile` ends before its file does, the rest of the form is still read within the drain
 * limits, so that later fields are known.
 *
 * Throws `unsupported_media` if the body is not a form; `malformed` for an invalid or truncated form; `validation` for
 * a second file; the signal's reason; or any error of `readFile` at once. `readFile` has always ended by then, so
 * nothing runs after the response.
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
    // If the client disconnects, the file's stream stays open forever. Destroying it lets `readFile` fail and delete
    // what it wrote.
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
      if (parts.stream !== null) return reject(createFieldFault('file', issueCode('one_file_only')));
      parts.stream = stream;
      // an AbortError only means that `readFile` stopped, and it reports its own reason
      stream.on('error', (error) => error.name === 'AbortError' || reject(new Fault('malformed')));
      // `chunksOf` does not destroy the stream: a parser with a destroyed part never finishes
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

/** Discards the rest of a file that `readFile` did not read, and stops reading the form beyond the drain limits. */
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
