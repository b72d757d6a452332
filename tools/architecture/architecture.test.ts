import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { complete } from '../rooms.ts';
import { checkTree, describeViolation } from './check-tree.ts';

const repository = fileURLToPath(new URL('../..', import.meta.url));

it('finds nothing wrong in this repository', async () => {
  expect((await checkTree(repository, complete)).map(describeViolation)).toEqual([]);
});

describe('a planted violation is found', () => {
  let root = '';
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'medcloud-architecture-'));
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  /** The rules broken by a tree of the given files, each with where. */
  async function broken(files: Record<string, string>): Promise<string[]> {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(join(root, dirname(path)), { recursive: true });
      writeFileSync(join(root, path), text);
    }
    return (await checkTree(root, { routes: true, screens: true })).map(
      ({ rule, path, line }) => `${rule} ${path}:${line}`,
    );
  }

  it('and a tree without one passes', async () => {
    const files = {
      'contract/src/index.ts': 'export const a = 1;',
      'server/src/platform/kit/clock.ts': 'export const now = () => Date.now();',
      'server/src/domain/exams/read-exam.ts':
        "import { a } from '@medcloud/contract';\nimport '../../platform/kit/clock.ts';",
      'server/src/house.ts': "import './domain/exams/read-exam.ts';",
    };
    expect(await broken(files)).toEqual([]);
  });

  it('packages: the web application imports the server', async () => {
    const files = { 'server/src/a.ts': '', 'web/src/app/a.ts': "export type { A } from '@medcloud/server/src/a.ts';" };
    expect(await broken(files)).toEqual(['packages web/src/app/a.ts:1']);
  });

  it('crossing: a package is reached by walking', async () => {
    const files = { 'contract/src/a.ts': '', 'server/src/a.ts': "\nimport '../../contract/src/a.ts';" };
    expect(await broken(files)).toEqual(['crossing server/src/a.ts:2']);
  });

  it('floors: the domain imports an edge, and what ships imports a test file', async () => {
    const files = {
      'server/src/edges/api/a.ts': '',
      'server/test/world.ts': '',
      'server/src/domain/exams/a.ts': "await import('../../edges/api/a.ts');",
      'server/src/domain/exams/b.ts': "import '../../../test/world.ts';",
    };
    expect(await broken(files)).toEqual([
      'floors server/src/domain/exams/a.ts:1',
      'floors server/src/domain/exams/b.ts:1',
    ]);
  });

  it('rooms: a folder imports one that stands after it, and one that is in no list', async () => {
    const files = {
      'server/src/domain/exams/a.ts': '',
      'server/src/domain/audit/a.ts': "import type { A } from '../exams/a.ts';",
      'web/src/cellar/a.ts': '',
    };
    expect(await broken(files)).toEqual(['rooms server/src/domain/audit/a.ts:1', 'rooms web/src/cellar/a.ts:1']);
  });

  it('rooms: a file beside the rooms counts as the last room it imports', async () => {
    const files = {
      'server/src/edges/edge.ts': "import './session/a.ts';",
      'server/src/edges/session/a.ts': '',
      'server/src/edges/api/a.ts': "import '../edge.ts';",
      'server/src/edges/whole.ts': "import './edge.ts';\nimport './jobs/a.ts';",
      'server/src/edges/jobs/a.ts': '',
      'server/src/edges/pages/a.ts': "import '../whole.ts';",
    };
    expect(await broken(files)).toEqual(['rooms server/src/edges/pages/a.ts:1']);
  });

  it('cycles: three files import each other, one only for a type', async () => {
    const files = {
      'dicom/src/a.ts': "import './b.ts';",
      'dicom/src/b.ts': "export * from './c.ts';",
      'dicom/src/c.ts': "export type A = import('./a.ts').A;",
      'dicom/src/d.ts': "import './a.ts';",
    };
    expect(await broken(files)).toEqual(['cycles dicom/src/a.ts:1']);
  });

  it('cycles: two modules that run before any TypeScript import each other', async () => {
    const files = { 'tools/setup/a.mjs': "import './b.mjs';", 'tools/setup/b.mjs': "import './a.mjs';" };
    expect(await broken(files)).toEqual(['cycles tools/setup/a.mjs:1']);
  });

  it('doors: a heavy dependency is imported elsewhere', async () => {
    const files = {
      'server/src/platform/db/a.ts': "import pg from 'pg';",
      'server/src/domain/exams/a.ts': "import 'pg/lib/x.js';",
      'server/src/domain/exams/a.test.ts': "import 'pg';",
    };
    expect(await broken(files)).toEqual(['doors server/src/domain/exams/a.ts:1']);
  });

  it('routes: a route of the contract has no edge', async () => {
    const files = {
      'contract/src/routes/index.ts': "import * as doctor from './doctor.ts';\nexport const routes = { doctor };",
      'contract/src/routes/doctor.ts': `
        export const shape = { parse: 1 };
        export const verifyOtp = { method: 'POST', path: '/api/doctor/verify-otp' };
        export const readExam = { method: 'GET', path: '/api/patients/{patientId}/exams/{examId}' };`,
      'server/src/edges/api/doctor/verify-otp.ts': '',
    };
    expect(await broken(files)).toEqual(['routes contract/src/routes/index.ts:1']);
    expect(await broken({ 'server/src/edges/api/patients/exams.ts': '' })).toEqual([]);
  });

  it('screens: a screen of the contract has no file', async () => {
    const screens = "export const screens = { home: '/', login: '/auth/doctor/login', exams: '/doctor/exams/{id}' };";
    const files = {
      'contract/src/screens.ts': screens,
      'web/src/areas/landing/landing.tsx': '',
      'web/src/areas/auth/doctor-login.tsx': '',
    };
    expect(await broken(files)).toEqual(['screens contract/src/screens.ts:1']);
  });

  it('screen-routes: a screen that the router does not answer, and an address of the router that is no screen', async () => {
    const files = {
      'contract/src/screens.ts':
        "export const screens = { home: '/', exams: '/doctor/exams/{id}', bills: '/doctor/bills' };",
      'web/src/areas/landing/landing.tsx': '',
      'web/src/areas/doctor/exams.tsx': '',
      'web/src/areas/doctor/bills.tsx': '',
      'web/src/routes.tsx': [
        "import { screens } from '@medcloud/contract/screens';",
        "const routes = [{ path: screens.home }, { path: '/doctor/exams/:id' }, { path: '/kit' }, { path: '*' },",
        "  { path: '/doctor/secret' }];",
      ].join('\n'),
    };
    expect(await broken(files)).toEqual([
      'screen-routes contract/src/screens.ts:1',
      'screen-routes web/src/routes.tsx:3',
    ]);
  });

  it('file-length: 401 lines', async () => {
    expect(await broken({ 'web/src/ui/a.tsx': '\n'.repeat(401), 'web/src/ui/b.tsx': '\n'.repeat(400) })).toEqual([
      'file-length web/src/ui/a.tsx:400',
    ]);
  });

  it('function-length: 81 lines, however the function is written', async () => {
    const lines = (count: number) => '\n'.repeat(count - 1);
    const text = [
      `function a(b: { c: string }): { d: string } {${lines(81)}}`,
      `const e = async (): Promise<{ f: 1 }> => {${lines(81)}};`,
      `class G { h<T>(i = \`}\${{}}\`) {${lines(81)}} }`,
      `function short() {${lines(80)}}`,
      `if (a) {${lines(99)}}`,
    ];
    expect(
      await broken({ 'dicom/src/a.ts': text.slice(0, 3).join('\n'), 'dicom/src/b.ts': text.slice(3).join('\n') }),
    ).toEqual([
      'function-length dicom/src/a.ts:1',
      'function-length dicom/src/a.ts:82',
      'function-length dicom/src/a.ts:163',
    ]);
  });

  it('environment: it is read outside the configuration', async () => {
    const files = {
      'server/src/platform/config/a.ts': 'process.env.A;',
      'server/src/domain/exams/a.ts': "process.env.A;\nprocess['env'];\nconst { env } = process;",
      'server/src/domain/exams/b.ts': "import { env } from 'node:process';",
      'bench/a.ts': '// process.env\nglobalThis.process?.env;',
    };
    expect(await broken(files)).toEqual([
      'environment bench/a.ts:2',
      'environment server/src/domain/exams/a.ts:1',
      'environment server/src/domain/exams/a.ts:2',
      'environment server/src/domain/exams/a.ts:3',
      'environment server/src/domain/exams/b.ts:1',
    ]);
  });

  it('time-and-chance: the server reads the clock or throws dice', async () => {
    const text = 'Date.now();\nnew Date();\nMath.random();\nnew Date;\nnew Date(0);\nDate.parse("2026");\nDate();';
    const lines = (await broken({ 'server/src/domain/exams/a.ts': text })).map((one) => one.split(':')[1]).sort();
    expect(lines).toEqual(['1', '2', '3', '4', '7']);
  });
});
