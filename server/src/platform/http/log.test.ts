import { expect, it } from 'vitest';
import { openLog } from './log.ts';

/** The line that an error becomes. */
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
])('an error’s message does not reach its stack: %s', (_, message) => {
  const { err } = JSON.parse(lineOf(new Error(message)));
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
])('an error’s text is without what somebody sent: %s', (message) => {
  expect(lineOf(new Error(message))).not.toContain(canary);
});

it.each(['+306941234567', '694 123 4567', '17055012345', 'mcs1_Q2FuYXJ5Q2FuYXJ5Q2FuYXJ5Q2FuYXJ5'])(
  'an error’s text is without %s',
  (value) => {
    expect(lineOf(new Error(`failed for ${value} there`))).not.toContain(value);
  },
);

it('an error’s text still says what failed', () => {
  expect(lineOf(new Error('relation "exams" does not exist'))).toContain('relation … does not exist');
  expect(lineOf(new Error('connect ECONNREFUSED 127.0.0.1:5432'))).toContain('connect ECONNREFUSED');
});
