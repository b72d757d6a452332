import { describe, expect, it } from 'vitest';
import { readImports } from './imports.ts';
import { readTokens } from './tokens.ts';

const importsOf = (source: string, path = 'a.ts') =>
  readImports(readTokens(source, path)).map(({ specifier }) => specifier);

describe('every way to name a module is read', () => {
  it.each([
    ["import a from 'x';"],
    ["import a, { b as c, type D } from 'x';"],
    ["import * as a from 'x';"],
    ["import type { A } from 'x';"],
    ["import { from } from 'x';"],
    ["import { 'odd name' as a } from 'x';"],
    ["import json from 'x' with { type: 'json' };"],
    ["import 'x';"],
    ["import /* why */ 'x' // there"],
    ['import(`x`)'],
    ["await import('x')"],
    ["type A = import('x').A;"],
    ["export { a } from 'x';"],
    ["export type { A } from 'x';"],
    ["export * as a from 'x';"],
    ['export * from "x"'],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: source text under test
    ["const a = `${await import('x')} ${`'`}`;"],
    ["const a = b / c; import('x'); d / e;"],
    ["const quote = /['\"`/]/; import('x');"],
    ["const a = /[/]'/.test(b) ? 1 : 2; import('x');"],
    ["const url = 'https://a'; import('x');"],
  ])('%s', (source) => {
    expect(importsOf(source)).toEqual(['x']);
  });
});

it('reads on after a module named by a lone dot', () => {
  expect(importsOf("import a from '.'\nimport b from './b.ts'")).toEqual(['.', './b.ts']);
});

describe('what is no import is left alone', () => {
  it.each([
    ["// import 'x';"],
    ["/* import 'x'; */"],
    ['const a = "import \'x\'";'],
    ["const a = `import 'x' from 'x'`;"],
    ["const a = /import 'x'/;"],
    ["loader.import('x');"],
    ["export const a = { from: 'x' };"],
    ["export type A = 'x';"],
    ["const from = 'x'; import.meta.resolve('x');"],
    [`import(\`x$\{a}\`)`],
  ])('%s', (source) => {
    expect(importsOf(source)).toEqual([]);
  });
});

describe('elements', () => {
  it('their words are no code, and what stands in braces is', () => {
    const source = `
      const A = lazy(() => import('a'));
      const pick = <T,>(list: T[]) => list[0];
      const same = <T>(one: T) => one;
      export const B = () => (
        <Box title='it"s' on={() => import('b')} {...rest}>
          Don't import 'no'; see https://example.org/*.html \`
          {shown && <i>it's {/* ' */} {import('c')}</i>}
          <>a &lt; b</>
          <Line />
        </Box>
      );
      if (a < b && c > d) import('d');
    `;
    expect(importsOf(source, 'a.tsx')).toEqual(['a', 'b', 'c', 'd']);
  });
});
