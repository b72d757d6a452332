import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const repository = fileURLToPath(new URL('../..', import.meta.url));
const lines = (count: number) => 'console.log();\n'.repeat(count);

/** Each file breaks the rule beside it, or none. */
const planted: readonly (readonly [path: string, rule: string | null, text: string])[] = [
  ['server/src/platform/time/clock.ts', null, 'export const now = () => Date.now();'],
  ['server/src/domain/exams/read-exam.ts', null, "import '../../platform/time/clock.ts';"],
  ['server/src/domain/exams/upward.ts', 'noRestrictedImports', "import '../../http/api/exams.ts';"],
  ['server/src/platform/db/upward.ts', 'noRestrictedImports', "export type { A } from '../../domain/exams/a.ts';"],
  ['server/src/domain/exams/test-only.ts', null, "import '../../../test/cluster.ts';"],
  ['server/src/domain/exams/uses-test.ts', 'noRestrictedImports', "import '../../../test/cluster.ts';"],
  ['server/src/domain/exams/foreign-store.ts', 'noRestrictedImports', "import '../audit/record/store.ts';"],
  ['server/src/domain/exams/foreign-tables.ts', 'noRestrictedImports', "export type { A } from '../audit/tables.ts';"],
  ['server/src/domain/exams/own-store.ts', null, "import './store.ts';\nimport './receive/store.ts';"],
  ['server/src/domain/exams/blobs.ts', null, "import '../../platform/blobs/blob-store.ts';"],
  ['server/src/domain/exams/receive/foreign-store.ts', 'noRestrictedImports', "import '../../audit/store.ts';"],
  ['server/src/domain/exams/receive/foreign-reads.ts', null, "import '../../audit/record/reads.ts';"],
  ['server/src/domain/exams/receive/upward.ts', 'noRestrictedImports', "import '../../../http/api/exams.ts';"],
  ['server/src/domain/exams/receive/own-store.ts', null, "import '../store.ts';\nimport '../history/store.ts';"],
  ['server/src/domain/exams/receive/blobs.ts', null, "import '../../../platform/blobs/files/file-store.ts';"],
  ['server/src/domain/database.ts', null, "import './audit/tables.ts';"],
  ['server/src/http/api/exams.ts', null, "import '../../domain/exams/reads.ts';\nimport '../../platform/db/retry.ts';"],
  ['server/src/http/api/store.ts', 'noRestrictedImports', "import '../../domain/exams/store.ts';"],
  ['server/src/http/api/change.ts', 'noRestrictedImports', "import '../../domain/exams/change-store.ts';"],
  ['server/src/http/api/tables.ts', 'noRestrictedImports', "export type { A } from '../../domain/exams/tables.ts';"],
  ['server/src/http/upward.ts', 'noRestrictedImports', "import '../jobs/jobs.ts';"],
  ['server/src/jobs/own.ts', null, "import '../domain/exams/withdraw-exam.ts';"],
  ['server/src/jobs/store.ts', 'noRestrictedImports', "import '../domain/audit/record/store.ts';"],
  ['server/src/jobs/tables.ts', 'noRestrictedImports', "import '../domain/audit/tables.ts';"],
  ['web/src/app/server.ts', 'noRestrictedImports', "await import('@medcloud/server/src/a.ts');"],
  ['dicom/src/contract.ts', 'noRestrictedImports', "import '@medcloud/contract';"],
  ['dicom/src/cycle-a.ts', 'noImportCycles', "import type { B } from './cycle-b.ts';\nexport type A = B;"],
  ['dicom/src/cycle-b.ts', 'noImportCycles', "import type { A } from './cycle-a.ts';\nexport type B = A;"],
  ['server/src/domain/exams/clock.ts', 'plugin', 'export const now = Date.now();'],
  ['server/src/domain/exams/date.ts', 'plugin', 'export const now = new Date();'],
  ['server/src/domain/exams/given-date.ts', null, 'export const day = new Date(0);'],
  ['server/src/domain/exams/chance.ts', 'plugin', 'export const chance = Math.random();'],
  ['contract/src/env.ts', 'noProcessEnv', 'export const a = process.env.A;'],
  ['contract/src/long-file.ts', 'noExcessiveLinesPerFile', lines(401)],
  ['contract/src/long-function.ts', 'noExcessiveLinesPerFunction', `export function b() {\n${lines(81)}}`],
  ['contract/src/long-arrow.ts', 'noExcessiveLinesPerFunction', `export const b = async () => {\n${lines(81)}};`],
  ['contract/src/long-test.test.ts', null, `export const b = async () => {\n${lines(81)}};`],
  ['contract/src/camelCase.ts', 'useFilenamingConvention', 'export const a = 1;'],
];

/** Runs `biome lint` as `npm run lint` does, in another folder; resolves to `path rule` for each finding. */
function lint(root: string): Promise<string[]> {
  const biome = join(repository, 'node_modules', '.bin', 'biome');
  const words = ['lint', '.', '--vcs-enabled=false', '--reporter=github', '--max-diagnostics=none'];
  return new Promise((resolve, reject) => {
    execFile(biome, words, { cwd: root }, (error, stdout, stderr) => {
      if (error !== null && error.code !== 1) return reject(new Error(`${error.message}\n${stderr}`));
      const found = stdout.matchAll(/title=(?:lint\/\w+\/)?(\w+),file=([^,]+)/g);
      resolve([...found].map(([, rule, path = '']) => `${path.replace(`${root}/`, '')} ${rule}`));
    });
  });
}

describe('biome.json', () => {
  const root = mkdtempSync(join(tmpdir(), 'medcloud-lint-'));
  let found: string[];
  beforeAll(async () => {
    cpSync(join(repository, 'biome.json'), join(root, 'biome.json'));
    cpSync(join(repository, 'tools', 'lint'), join(root, 'tools', 'lint'), { recursive: true });
    for (const [path, , text] of planted) {
      mkdirSync(join(root, dirname(path)), { recursive: true });
      writeFileSync(join(root, path), text);
    }
    found = await lint(root);
  });
  afterAll(() => rmSync(root, { recursive: true, force: true }));

  it.each(planted)('finds in %s: %s', (path, rule) => {
    const rules = found.filter((finding) => finding.startsWith(`${path} `)).map((finding) => finding.split(' ')[1]);
    expect([...new Set(rules)]).toEqual(rule === null ? [] : [rule]);
  });
});
