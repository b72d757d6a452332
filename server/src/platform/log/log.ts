import { type DestinationStream, type Logger, pino } from 'pino';
import * as z from 'zod';
import { formatLogLine } from './format-log-line.ts';

export interface LogStreams {
  /** Default: standard output, as JSON lines, or as readable lines on a terminal. */
  out?: DestinationStream;
  /** Also receives each line of level `warn` and above, independently of the level of `out`. */
  warnings?: { write(line: string): void };
}

/**
 * Opens the log. Its JSON lines contain only named fields: route templates, ids, sizes, milliseconds. They never
 * contain headers, bodies, URLs with queries or messages of the database driver.
 */
export function openLog(level: string, { out, warnings }: LogStreams = {}): Logger {
  const output = out ?? (process.stdout.isTTY ? terminal : pino.destination({ fd: 1, sync: false }));
  const options = {
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: describeError, req: () => undefined, res: () => undefined },
    hooks: { streamWrite: sanitizeLine },
  };
  if (!warnings) return pino({ ...options, level }, output);
  const streams = pino.multistream<string>([
    { level, stream: output },
    { level: 'warn', stream: warnings },
  ]);
  return pino({ ...options, level: lowestLevel(level) }, streams);
}

const terminal: DestinationStream = { write: (line) => void process.stdout.write(formatLogLine(line)) };

const maxLineBytes = 8_192; // including the line end (security 1b, ASVS 16.4.1)

// Characters that JSON does not escape but that mislead a terminal or a reader: C1 controls, zero-width characters,
// line and paragraph separators, controls of the writing direction.
const invisible = /[\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g;
const escapeCharacter = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

/**
 * Escapes invisible characters of a JSON line. Reduces a line that is too long to level, time, message and its original
 * length.
 */
function sanitizeLine(line: string): string {
  const safe = line.replace(invisible, escapeCharacter);
  const bytes = Buffer.byteLength(safe);
  if (bytes <= maxLineBytes) return safe;
  const { level, time, msg } = z
    .object({ level: z.number(), time: z.string().optional(), msg: z.string().catch('') })
    .parse(JSON.parse(line));
  return sanitizeLine(`${JSON.stringify({ level, time, msg: msg.slice(0, 500), cutBytes: bytes })}\n`);
}

/** Returns the lower of the level and `warn`, so both streams get their lines. */
function lowestLevel(level: string): string {
  return ['error', 'fatal', 'silent'].includes(level) ? 'warn' : level;
}

/** Describes an error by its type, code, stack and message, without values that may be personal data. */
function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { type: typeof error };
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  return {
    type: error.name,
    ...(code ? { code } : {}),
    text: redactValues(truncate(error.message)).slice(0, 500),
    stack: stackLinesOf(error),
  };
}

// PostgreSQL and V8 quote user input, which may contain quotes itself: removes everything from the first to the last.
const quoted = /(["'`«“‘]).*["'`»”’]/gs;
const keyed = /\([^)]*\)=\([^)]*\)/g;
const address = /\S+@\S+/g;
// Codes, phone numbers, AMKA and dates of birth.
const longNumbers = /\+?\d[\d\s().-]{4,}\d/g;
// Session and link tokens.
const token = /[\w-]{24,}/g;
// The query is not needed to find the route that failed.
const query = /\?\S+/g;

// Limits the input of the patterns. The added quote closes a quotation that the cut has opened.
const maxMessageLength = 4_000;

function truncate(message: string): string {
  return message.length > maxMessageLength ? `${message.slice(0, maxMessageLength)}"` : message;
}

function redactValues(message: string): string {
  return [keyed, quoted, address, query, longNumbers, token].reduce((text, kind) => text.replace(kind, '…'), message);
}

// `at name (file:line:column)`. The stack starts with the message, which may have several lines, so match complete
// lines.
const stackLine = /^\s+at (?:[\w$.<>[\] ]+ \()?(?:(?:file|node):)?[\w/@.:+-]+:\d+:\d+\)?$/;

function stackLinesOf({ message, stack = '' }: Error): string[] {
  const start = stack.indexOf(message);
  const stackLines = (start < 0 ? stack : stack.slice(start + message.length)).split('\n');
  return stackLines
    .filter((line) => stackLine.test(line))
    .slice(0, 11)
    .map((line) => line.trim());
}
