import { styleText } from 'node:util';
import * as z from 'zod';

const levels: Record<number, string> = { 10: 'trace', 20: 'debug', 30: 'info', 40: 'warn', 50: 'error', 60: 'fatal' };
const warning = 40;

const entry = z
  .object({ level: z.number(), time: z.string().default(''), msg: z.string().default('') })
  .catchall(z.unknown());

/** The time of day in an ISO 8601 time, to the second: `11:07:42`. */
const timeOfDay = (time: string) => time.slice(11, 19);

/**
 * A line of the log as a person at a terminal reads it: time, level, message, and the other fields as `name=value`. Takes one JSON line
 * and gives one line with its end. Values stay JSON, so that no control character reaches the terminal.
 */
export function formatLogLine(line: string): string {
  const { level, time, msg, ...fields } = entry.parse(JSON.parse(line));
  const shown = Object.entries(fields).map(([name, value]) => `${escaped(name)}=${escaped(JSON.stringify(value))}`);
  const text = [timeOfDay(time), (levels[level] ?? String(level)).padEnd(5), escaped(msg), ...shown].join('  ');
  return `${styleText(level > warning ? 'red' : level === warning ? 'yellow' : 'dim', text)}\n`;
}

/** Everything but letters, figures, marks and blanks that one sees is written as its code. */
const escaped = (text: string) =>
  text.replace(/[\p{C}\u2028\u2029]/gu, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`);
