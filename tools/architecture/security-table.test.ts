import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { filesUnder } from './source-files.ts';

const repository = fileURLToPath(new URL('../..', import.meta.url));

/** The tests that the design asks for by name. One is in a test's title, or among the gaps that docs/attacks.md tells of. */
const wanted = [
  ...['T-A11Y', 'T-AD1', 'T-AM1', 'T-AUD1', 'T-AUD2', 'T-AUD3', 'T-AZ', 'T-B1', 'T-BK1', 'T-BR1', 'T-CC1', 'T-CSRF1'],
  ...['T-CSV1', 'T-EH1', 'T-EN1', 'T-ENC1', 'T-ENC2', 'T-ENC3', 'T-ENC4', 'T-ERR1', 'T-F1', 'T-F13', 'T-F14', 'T-GD1'],
  ...['T-GD2', 'T-GD3', 'T-GD4', 'T-H1', 'T-ID1', 'T-ID2', 'T-INT1', 'T-L1', 'T-LOG1', 'T-MA1', 'T-MFA1', 'T-OTP1'],
  ...['T-OTP2', 'T-OTP3', 'T-OTP4', 'T-OTP5', 'T-OTP6', 'T-PCI1', 'T-PW1', 'T-PW2', 'T-R11', 'T-RET1', 'T-RLS1'],
  ...['T-RLS2', 'T-S1', 'T-S2', 'T-SEC1', 'T-TLS1'],
];

const parseRows = (page: string, title: string) =>
  (page.split(`\n## ${title}\n`)[1]?.split('\n## ')[0] ?? '')
    .split('\n')
    .filter((line) => /^\| (\d+|T-\w+) \|/.test(line))
    .map((line) => line.split(' | '));

describe('the threat model’s tests', () => {
  const page = readFileSync(`${repository}docs/attacks.md`, 'utf8');
  const files = filesUnder(repository, '.').map((path) => ({ path, text: readFileSync(repository + path, 'utf8') }));
  const isTest = (path: string) => /\.(test|spec)\.tsx?$/.test(path) && !path.endsWith('security-table.test.ts');
  const named = new Set(files.filter(({ path }) => isTest(path)).flatMap(({ text }) => findTestNames(text)));
  const attacks = parseRows(page, 'Attacks');
  const gaps = parseRows(page, 'Tests that are missing').map(([id = '']) => id.replace('| ', ''));
  const found = (name: string) =>
    files.filter(({ path }) => (name.endsWith('/') ? path.includes(`/${name}`) : `/${path}`.endsWith(`/${name}`)));

  it('are named for each of the 44 attacks', () => {
    expect(attacks.map(([number]) => Number(number?.replace('| ', '')))).toEqual(
      Array.from({ length: 44 }, (_, index) => index + 1),
    );
  });

  it.each(attacks.map((cells) => [cells[1] ?? '', cells.at(-1) ?? ''] as const))('exist: %s', (_, cell) => {
    for (const [, name = '', quotedText] of cell.matchAll(/`([\w./-]+(?:\.tsx?|\/))`(?: “([^”]+)”| "([^"]+)")?/g)) {
      const hits = found(name);
      expect(name.endsWith('/') ? hits.length > 0 : hits.length === 1, `${name}: ${hits.length} files`).toBe(true);
      if (quotedText !== undefined) expect(hits[0]?.text).toContain(quotedText);
    }
  });

  it.each(wanted)('%s is in a test’s title, or told to be missing', (id) => {
    expect([named.has(id), gaps.includes(id)].filter(Boolean), 'one of both, and not both').toHaveLength(1);
  });

  it('are missing for no other reason', () => {
    expect(gaps.filter((id) => !wanted.includes(id))).toEqual([]);
  });
});

/** Names in what a runner prints, not in a remark. */
function findTestNames(text: string): string[] {
  const lines = text.split('\n').filter((line) => !/^\s*(\/\/|\*|\/\*)/.test(line));
  return lines.flatMap((line) => line.match(/\bT-[A-Z0-9]+\b/g) ?? []);
}
