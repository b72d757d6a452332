import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { readConfig } from './config.ts';

const page = readFileSync(new URL('../../../../docs/settings.md', import.meta.url), 'utf8');

/** Returns every variable name that `readConfig` reads from an empty environment. */
function listNamesRead(): string[] {
  const names = new Set<string>();
  const recorder = { get: (_: object, name: string) => void names.add(name) };
  readConfig(new Proxy({}, recorder));
  return [...names];
}

it('finds in docs/settings.md each variable that the portal reads, and no other', () => {
  const settings = `\n${page}`.split('\n# Settings\n')[1]?.split('\n## ')[0] ?? '';
  const documented = [...settings.matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name);
  expect(documented.toSorted()).toEqual(listNamesRead().toSorted());
});
