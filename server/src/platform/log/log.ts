import { type DestinationStream, type Logger, pino } from 'pino';
import * as z from 'zod';
import { formatLogLine } from './format-log-line.ts';

export interface LogStreams {
  /** Standard output unless said: JSON lines, and readable ones where it is a terminal. */
  out?: DestinationStream;
  /** Handed each line of `warn` and worse as well, whatever the level of `out`. */
  warnings?: { write(line: string): void };
}

/**
 * JSON lines that hold what is named here and nothing else: route templates, ids, sizes, milliseconds. Headers, bodies,
 * addresses with queries and messages of the database's driver never get in.
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

const maxLineBytes = 8_192; // bytes, its end counted (security 1b, ASVS 16.4.1)

// What JSON leaves as it is, and a terminal or an eye reads otherwise: C1 controls, marks without width, line and paragraph
// separators, the controls of writing direction.
const invisible = /[\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g;
const escapeCharacter = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** One JSON object a line, of characters that one sees; of a line that is too long, its level, time and message, and how long it was. */
function sanitizeLine(line: string): string {
  const safe = line.replace(invisible, escapeCharacter);
  const bytes = Buffer.byteLength(safe);
  if (bytes <= maxLineBytes) return safe;
  const { level, time, msg } = z
    .object({ level: z.number(), time: z.string().optional(), msg: z.string().catch('') })
    .parse(JSON.parse(line));
  return sanitizeLine(`${JSON.stringify({ level, time, msg: msg.slice(0, 500), cutBytes: bytes })}\n`);
}

/** The level that lets through what either stream wants. */
function lowestLevel(level: string): string {
  return ['error', 'fatal', 'silent'].includes(level) ? 'warn' : level;
}

/** An error's kind and place, and its text with everything taken out that may be somebody's. */
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

// What PostgreSQL and V8 quote is what somebody sent, and it may hold quotes itself: all from the first to the last goes.
const quoted = /(["'`«“‘]).*["'`»”’]/gs;
const keyed = /\([^)]*\)=\([^)]*\)/g;
const address = /\S+@\S+/g;
// codes, phones and AMKA; dates of birth; session and link tokens
const longNumbers = /\+?\d[\d\s().-]{4,}\d/g;
const token = /[\w-]{24,}/g;
// a query never says in which route something failed
const query = /\?\S+/g;

// Patterns are not tried on megabytes; what the cut leaves open counts as quoted.
const maxMessageLength = 4_000;

function truncate(message: string): string {
  return message.length > maxMessageLength ? `${message.slice(0, maxMessageLength)}"` : message;
}

function redactValues(message: string): string {
  return [keyed, quoted, address, query, longNumbers, token].reduce((text, kind) => text.replace(kind, '…'), message);
}

// `at name (place:line:column)`; a message of several lines begins the stack, so a line counts only if it is a frame whole.
const stackLine = /^\s+at (?:[\w$.<>[\] ]+ \()?(?:(?:file|node):)?[\w/@.:+-]+:\d+:\d+\)?$/;

function stackLinesOf({ message, stack = '' }: Error): string[] {
  const start = stack.indexOf(message);
  const stackLines = (start < 0 ? stack : stack.slice(start + message.length)).split('\n');
  return stackLines
    .filter((line) => stackLine.test(line))
    .slice(0, 11)
    .map((line) => line.trim());
}
