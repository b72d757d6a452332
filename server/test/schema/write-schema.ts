/** `npm run schema`: writes `server/schema.sql` from a fresh database of the migrations. */
import { writeFile } from 'node:fs/promises';
import { describeFreshSchema, schemaFile } from './fresh-schema.ts';

await writeFile(schemaFile, await describeFreshSchema());
console.log(`Wrote ${schemaFile}.`);
