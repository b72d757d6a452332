/** `npm run schema`: writes `server/schema.sql` from a newly migrated database. */
import { writeFile } from 'node:fs/promises';
import { describeFreshSchema, schemaFile } from './fresh-schema.ts';

await writeFile(schemaFile, await describeFreshSchema());
console.log(`Wrote ${schemaFile}.`);
