import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { parseSync } from 'oxc-parser';

export interface SourceFile {
  /** From the repository's root, with forward slashes. */
  readonly path: string;
  /** Modules that it imports or exports from, types included, as written. */
  readonly specifiers: readonly string[];
}

const ignoredFolders = new Set(['node_modules', 'dist', 'coverage', 'test-results', 'screens-out', 'data']);

/** Lists the files under a folder of the repository: the TypeScript and .mjs files, or those with matching names. */
export function filesUnder(root: string, folder: string, names = /\.(tsx?|mjs)$/): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    if (entry.name.startsWith('.') || ignoredFolders.has(entry.name)) return [];
    const path = posix.join(folder, entry.name);
    if (entry.isDirectory()) return filesUnder(root, path, names);
    return names.test(entry.name) ? [path] : [];
  });
}

/** Parses every source file of the repository for its imports. */
export function readSourceFiles(root: string): SourceFile[] {
  return filesUnder(root, '.').map((path) => {
    const text = readFileSync(join(root, path), 'utf8');
    return { path, specifiers: parseSpecifiers(path, text) };
  });
}

/** Lists the modules that a file names. Dynamic imports count where the name is a literal. */
export function parseSpecifiers(path: string, text: string): string[] {
  const { module } = parseSync(path, text);
  const literals = module.dynamicImports.map(({ moduleRequest }) => text.slice(moduleRequest.start, moduleRequest.end));
  return [
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...module.staticExports.flatMap(({ entries }) => entries.flatMap((entry) => entry.moduleRequest?.value ?? [])),
    ...literals.flatMap((literal) => /^['"`]([^'"`$]+)['"`]$/.exec(literal)?.[1] ?? []),
  ];
}

/** The package folder a path lies in: `server` of `server/src/main.ts`; undefined for a file at the root. */
export function getPackage(path: string): string | undefined {
  return path.includes('/') ? path.slice(0, path.indexOf('/')) : undefined;
}

/** Whether a file is for tests only, and so may use every dependency. */
export function isTestFile(path: string): boolean {
  return /\.test\.tsx?$|\/test-[\w-]+\.ts$|^\w+\/test\/|^e2e\//.test(path);
}
