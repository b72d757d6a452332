import { styleText } from 'node:util';
import * as z from 'zod';

const levels: Record<number, string> = { 10: 'trace', 20: 'debug', 30: 'info', 40: 'warn', 50: 'error', 60: 'fatal' };
const warning = 40;

const entry = z
  .object({ level: z.number(), time: z.string().default(''), msg: z.string().default('') })
  .catchall(z.unknown());

/** Returns the time of day of an ISO 8601 time, to the second: `11:07:42`. */
const timeOfDay = (time: string) => time.slice(11, 19);

/**
 * Formats one JSON line of the log for a terminal: time, level, message, and the other fields as `name=value`. Returns
 * one line with its line end. Values stay JSON and are escaped, so no control character reaches the terminal.
 */
export function formatLogLine(line: string): string {
  const { level, time, msg, ...fields } = entry.parse(JSON.parse(line));
  const shown = Object.entries(fields).map(([name, value]) => `${escaped(name)}=${escaped(JSON.stringify(value))}`);
  const text = [timeOfDay(time), (levels[level] ?? String(level)).padEnd(5), escaped(msg), ...shown].join('  ');
  return `${styleText(level > warning ? 'red' : level === warning ? 'yellow' : 'dim', text)}\n`;
}

/** Replaces control, format and other invisible characters by their code point. */
const escaped = (text: string) =>
  text.replace(/[\p{C}\u2028\u2029]/gu, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`);
