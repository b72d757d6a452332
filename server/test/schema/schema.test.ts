import { readFile } from 'node:fs/promises';
import { expect, inject, it } from 'vitest';
import { describeDatabase, schemaFile } from './fresh-schema.ts';

it('finds server/schema.sql equal to a fresh database: after a migration run npm run schema', async () => {
  const { connection, template } = inject('cluster');
  const described = await describeDatabase({ ...connection, database: template });
  expect(described).toBe(await readFile(schemaFile, 'utf8'));
});
