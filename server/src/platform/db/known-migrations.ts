import { readdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { FileMigrationProvider } from 'kysely/migration';

const folder = fileURLToPath(new URL('migrations', import.meta.url));
/** Without the tests beside the migrations. */
const files = readdirSync(folder)
  .filter((name) => /^\d{3}-[\w-]+\.ts$/.test(name))
  .sort();

/** The names of all migrations of this version, in order. Forward only, never edited once landed. */
export const knownMigrations: readonly string[] = files.map((name) => path.basename(name, '.ts'));

export const migrationProvider = new FileMigrationProvider({
  migrationFolder: folder,
  fs: { readdir: async () => files },
  path,
  import: (file) => import(pathToFileURL(file).href),
});
