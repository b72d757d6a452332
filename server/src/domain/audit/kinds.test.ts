import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { auditEvents, auditGroupNames, listEventsOfGroup } from '@medcloud/contract/operations/audit-events';
import { expect, it } from 'vitest';

const source = join(import.meta.dirname, '..', '..');
const code = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts') && !name.includes('migrations'))
  .map((name) => readFileSync(join(source, name), 'utf8'))
  .join('\n');

it('lists only kinds of events that the code writes', () => {
  expect(Object.keys(auditEvents).filter((event) => !code.includes(`'${event}'`))).toEqual([]);
});

it('has every kind of event in a group of the filter', () => {
  expect(auditGroupNames.flatMap(listEventsOfGroup).toSorted()).toEqual(Object.keys(auditEvents).toSorted());
});
