import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { readConfig } from './config.ts';

const page = readFileSync(new URL('../../../../docs/operations.md', import.meta.url), 'utf8');

/** Every name that is asked of an environment in which nothing is set. */
function namesRead(): string[] {
  const names = new Set<string>();
  const listening = { get: (_: object, name: string) => void names.add(name) };
  readConfig(new Proxy({}, listening));
  return [...names];
}

it('docs/operations.md tells of each variable that the portal reads, and of no other', () => {
  const settings = page.split('\n## Settings\n')[1]?.split('\n## ')[0] ?? '';
  const told = [...settings.matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name);
  expect(told.toSorted()).toEqual(namesRead().toSorted());
});
