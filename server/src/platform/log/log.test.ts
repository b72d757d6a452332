import { expect, it } from 'vitest';
import { openLog } from './log.ts';

/** Logs an error and returns the line. */
function lineOf(error: Error): string {
  const lines: string[] = [];
  openLog('info', { out: { write: (line) => void lines.push(line) } }).error({ err: error }, 'failed');
  return lines.join('');
}

const canary = 'Κανάριος';

it.each([
  ['on its second line', `two lines\n${canary}`],
  ['on a line like a frame', `two lines\n    at ${canary} (${canary}:1:2)`],
  ['on a line of Latin letters like a frame', 'two lines\n    at Kanarios (Kanarios:1:2)'],
])('removes an error’s message from its stack: %s', (_, message) => {
  const error = new Error(message);
  if (error.stack !== undefined) error.stack = error.stack.replace(/\?vitest=\d+/, ''); // added to the test file's name
  const { err } = JSON.parse(lineOf(error));
  expect(JSON.stringify(err.stack)).not.toMatch(/Κανάριος|Kanarios/);
  expect(err.stack[0]).toMatch(/^at .*log\.test\.ts:\d+:\d+/);
});

it.each([
  [`duplicate key value: Key (email)=(${canary}) already exists.`],
  [`invalid input syntax for type date: "${canary}"`],
  [`Unexpected token 'x', "{"name":"${canary}"x}" is not valid JSON`],
  [`Expected ',' in JSON\n"${canary}"`],
  [`could not mail ${canary}@example.gr`],
  [`no answer of GET /api/admin/users?search=${canary}`],
])('removes values from an error’s text: %s', (message) => {
  expect(lineOf(new Error(message))).not.toContain(canary);
});

it.each(['+306941234567', '694 123 4567', '17055012345', 'mcs1_Q2FuYXJ5Q2FuYXJ5Q2FuYXJ5Q2FuYXJ5'])(
  'removes %s from an error’s text',
  (value) => {
    expect(lineOf(new Error(`failed for ${value} there`))).not.toContain(value);
  },
);

it('keeps the cause of the failure in an error’s text', () => {
  expect(lineOf(new Error('relation "exams" does not exist'))).toContain('relation … does not exist');
  expect(lineOf(new Error('connect ECONNREFUSED 127.0.0.1:5432'))).toContain('connect ECONNREFUSED');
});

/** Returns the lines that `openLog` writes. */
function collectLines(log: (logger: ReturnType<typeof openLog>) => void): string[] {
  const lines: string[] = [];
  log(openLog('info', { out: { write: (line) => void lines.push(line) } }));
  return lines;
}

// C0 and C1 controls, DEL, zero-width characters, line separators and controls of the writing direction.
const unseen = [0, 10, 13, 27, 127, 133, 155, 0x200b, 0x200e, 0x2028, 0x2029, 0x202e, 0x2066, 0x2069, 0xfeff].map(
  (code) => String.fromCharCode(code),
);

it.each([
  ['message', (logger: ReturnType<typeof openLog>, text: string) => logger.info(text)],
  [
    'field',
    (logger: ReturnType<typeof openLog>, text: string) => logger.info({ route: text, list: [text] }, 'answered'),
  ],
  ['field’s name', (logger: ReturnType<typeof openLog>, text: string) => logger.info({ [text]: 1 }, 'answered')],
  ['error', (logger: ReturnType<typeof openLog>, text: string) => logger.error({ err: new Error(text) }, 'failed')],
  [
    'error’s kind',
    (logger: ReturnType<typeof openLog>, text: string) =>
      logger.error({ err: Object.assign(new Error('x'), { name: text, code: text }) }, 'failed'),
  ],
])('escapes control and bidi characters in a %s and writes one JSON object per line (T-LOG1)', (_, log) => {
  for (const character of unseen) {
    const [line = '', ...more] = collectLines((logger) => log(logger, `a${character}b{"level":60}`));
    expect(more).toEqual([]);
    expect(line.slice(0, -1)).toMatch(/^\{[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}]*\}$/u);
    expect(line.endsWith('\n')).toBe(true);
    expect(JSON.parse(line)).toMatchObject({ level: expect.any(Number) });
  }
});

it('cuts a line to 8 KiB and records its original length (T-LOG1)', () => {
  const [line = ''] = collectLines((logger) => logger.warn({ list: Array(20_000).fill('\u202e') }, 'π'.repeat(9_000)));
  expect(Buffer.byteLength(line)).toBeLessThanOrEqual(8_192);
  expect(JSON.parse(line)).toMatchObject({ level: 40, msg: 'π'.repeat(500), cutBytes: expect.any(Number) });
});
