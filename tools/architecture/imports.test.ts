import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { listWrongImports } from './dependencies.ts';
import { orderFolders, readFolderGraph } from './folder-graph.ts';
import { parseSpecifiers, readSourceFiles } from './source-files.ts';

const files = readSourceFiles(fileURLToPath(new URL('../..', import.meta.url)));
const parseSources = (sources: Readonly<Record<string, string>>) =>
  Object.entries(sources).map(([path, text]) => ({ path, specifiers: parseSpecifiers(path, text) }));

describe('specifiersOf', () => {
  it('reads imports, exports, types and dynamic imports', () => {
    const text = `import a from 'a'; import type { B } from 'b'; export * from 'c'; export { d } from 'd'; await import('e');`;
    expect(parseSpecifiers('a.ts', text)).toEqual(['a', 'b', 'c', 'd', 'e']);
  });
});

describe('listWrongImports', () => {
  it('finds nothing in this repository', () => {
    expect(files.length).toBeGreaterThan(1_000);
    expect(listWrongImports(files)).toEqual([]);
  });

  it('refuses a package, a path out of the package, another area, and a dependency outside its importers', () => {
    const wrong = parseSources({
      'web/src/app/a.ts': `export type { A } from '@medcloud/server/src/a.ts';`,
      'web/src/areas/doctor/a.ts': `import '../admin/users/a.ts';`,
      'web/src/areas/doctor/b.ts': `import '../../ui/a.ts'; import './shared/a.ts';`,
      'server/src/a.ts': `import '../../contract/src/a.ts';`,
      'server/src/domain/exams/a.ts': `import 'pg/lib/x.js';`,
      'server/src/domain/exams/a.test.ts': `import 'pg';`,
      'server/src/platform/db/a.ts': `import pg from 'pg';`,
    });
    expect(listWrongImports(wrong).map((message) => message.split(':')[0])).toEqual([
      'web/src/app/a.ts',
      'web/src/areas/doctor/a.ts',
      'server/src/a.ts',
      'server/src/domain/exams/a.ts',
    ]);
  });
});

describe('orderFolders', () => {
  it.each(['server/src/domain/', 'server/src/platform/', 'web/src/'])('orders the folders of %s', (under) => {
    const graph = readFolderGraph(files, under);
    const order = orderFolders(graph);
    expect(order.length).toBeGreaterThan(5);
    console.log(`${under}: ${order.join(' < ')}`);
  });

  it('names the folders of a cycle, even one of types', () => {
    const graph = readFolderGraph(
      parseSources({
        'server/src/domain/exams/a.ts': `import '../audit/a.ts';`,
        'server/src/domain/audit/a.ts': `import type { A } from '../exams/a.ts';`,
        'server/src/domain/keys/a.ts': '',
      }),
      'server/src/domain/',
    );
    expect(() => orderFolders(graph)).toThrow('Cycle among audit -> exams; exams -> audit');
  });
});
