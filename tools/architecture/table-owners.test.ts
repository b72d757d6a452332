import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { filesUnder, isTestFile } from './source-files.ts';

const repository = fileURLToPath(new URL('../..', import.meta.url));
const domain = 'server/src/domain/';

/** Text by path from the repository's root. */
type Sources = Readonly<Record<string, string>>;

const nounOf = (path: string) => (path.startsWith(domain) ? path.slice(domain.length).split('/')[0] : undefined);

/** The noun that owns each table: the one whose `tables.ts` lists it. Throws for a table with two. */
function readTableOwners(sources: Sources): ReadonlyMap<string, string> {
  const owners = new Map<string, string>();
  for (const [path, text] of Object.entries(sources)) {
    const noun = nounOf(path);
    if (noun === undefined || path !== `${domain}${noun}/tables.ts`) continue;
    const list = /export interface \w+Tables \{\n(.*?)\n\}/s.exec(text)?.[1] ?? '';
    for (const [, table = ''] of list.matchAll(/^ {2}'?([\w.]+)'?:/gm)) {
      if (owners.has(table)) throw new Error(`${table} is listed by ${owners.get(table)} and ${noun}.`);
      owners.set(table, noun);
    }
  }
  return owners;
}

const kyselyWrite = /\b(?:insertInto|updateTable|deleteFrom|mergeInto)\(\s*(?:'([\w.]+)|(?!'))/g;
const sqlWrite = /\b(?:INSERT INTO|UPDATE|DELETE FROM|MERGE INTO|TRUNCATE)\s+(?:ONLY\s+)?(?:public\.)?([\w.]+)/g;

/** Describes each write of a table by a file outside the noun that owns it, and each whose table is not a literal. */
function listForeignWrites(sources: Sources): string[] {
  const owners = readTableOwners(sources);
  return Object.entries(sources).flatMap(([path, text]) =>
    [...text.matchAll(kyselyWrite), ...text.matchAll(sqlWrite)].flatMap(([write, table]) => {
      if (table === undefined) return [`${path}: ${write} names no table`];
      const owner = owners.get(table);
      return owner === undefined || owner === nounOf(path) ? [] : [`${path}: ${table} is written by ${owner} only`];
    }),
  );
}

/** A migration changes all tables; so does a restore, which fills an empty database in the schema of the backup. */
const exempt = /^server\/src\/(?:platform\/db\/migrations|domain\/backup)\//;

describe('listForeignWrites', () => {
  const paths = filesUnder(repository, 'server/src').filter((path) => !isTestFile(path) && !exempt.test(path));
  const sources = Object.fromEntries(paths.map((path) => [path, readFileSync(join(repository, path), 'utf8')]));

  it('finds none in this repository: a noun alone writes its tables', () => {
    expect(readTableOwners(sources).size).toBeGreaterThan(30);
    expect(listForeignWrites(sources)).toEqual([]);
  });

  it('finds the writes of another noun and of a handler, in kysely and in SQL', () => {
    const planted = {
      [`${domain}exams/tables.ts`]: 'export interface ExamsTables {\n  exams: ExamsTable;\n}',
      [`${domain}keys/tables.ts`]: `export interface KeysTables {\n  'keys.patient_keys': PatientKeysTable;\n}`,
      [`${domain}exams/receive/store.ts`]: `tx.insertInto('exams'); sql\`UPDATE exams SET status = 1\``,
      [`${domain}imaging/store.ts`]: `await tx\n.updateTable(\n'exams as e'\n)`,
      [`${domain}access/store.ts`]: 'sql`\n  DELETE FROM keys.patient_keys`; sql`SELECT 1 FROM exams FOR UPDATE`',
      [`${domain}doctors/store.ts`]: 'tx.deleteFrom(table)',
      'server/src/http/api/exams.ts': 'sql`INSERT INTO public.exams DEFAULT VALUES`',
    };
    expect(listForeignWrites(planted).map((message) => message.slice('server/src/'.length))).toEqual([
      'domain/imaging/store.ts: exams is written by exams only',
      'domain/access/store.ts: keys.patient_keys is written by keys only',
      'domain/doctors/store.ts: deleteFrom( names no table',
      'http/api/exams.ts: exams is written by exams only',
    ]);
  });
});
