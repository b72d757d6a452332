import { readFileSync } from 'node:fs';
import { alarmKinds } from '@medcloud/contract/shapes/alarms';
import { expect, it } from 'vitest';

const page = readFileSync(new URL('../../../../docs/operations.md', import.meta.url), 'utf8');

it('finds in docs/operations.md each alarm once, and no other', () => {
  const [, table = ''] = /^\| alarm \|.*\n([\s\S]*?)\n\n/m.exec(page) ?? [];
  const listed = table.split('\n').flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`(\w+)`/g)]);
  expect(listed.map(([, kind]) => kind).sort()).toEqual([...alarmKinds].sort());
});
