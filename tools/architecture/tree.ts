import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { type Import, readImports } from './imports.ts';
import { readTokens, type Token } from './tokens.ts';

export interface ResolvedImport extends Import {
  /** The file of this repository it names, when it names one. */
  readonly target: string | undefined;
}

export interface SourceFile {
  /** From the repository's root, with forward slashes. */
  readonly path: string;
  readonly lineCount: number;
  readonly tokens: readonly Token[];
  readonly imports: readonly ResolvedImport[];
}

export interface Tree {
  readonly root: string;
  readonly files: readonly SourceFile[];
}

export interface Violation {
  readonly rule: string;
  readonly path: string;
  readonly line: number;
  readonly message: string;
}

export type Rule = (tree: Tree) => Violation[] | Promise<Violation[]>;

const notOurs = new Set(['node_modules', 'dist', 'coverage', 'test-results', 'screens-out', 'data']);

/** Every file of ours under a folder that is TypeScript, or runs where there is none yet (.mjs), by its path from the root. */
export function filesUnder(root: string, folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    if (entry.name.startsWith('.') || notOurs.has(entry.name)) return [];
    const path = posix.join(folder, entry.name);
    if (entry.isDirectory()) return filesUnder(root, path);
    return /\.(tsx?|mjs)$/.test(entry.name) ? [path] : [];
  });
}

/** The file a specifier names, tried as written, with an extension, and as a folder's index; packages of ours by their name. */
function resolve(from: string, specifier: string, paths: ReadonlySet<string>): string | undefined {
  const ours = /^@medcloud\/([\w-]+)(?:\/(.+))?$/.exec(specifier);
  const bases: string[] = [];
  if (ours?.[1] !== undefined) {
    bases.push(
      ...(ours[2] === undefined ? [`${ours[1]}/src/index`] : [`${ours[1]}/src/${ours[2]}`, `${ours[1]}/${ours[2]}`]),
    );
  } else if (specifier.startsWith('.')) {
    bases.push(posix.join(posix.dirname(from), specifier.replace(/\?.*$/, '')));
  }
  const candidates = bases.flatMap((base) => [
    base,
    `${base}.ts`,
    `${base}.tsx`,
    `${base}/index.ts`,
    `${base}/index.tsx`,
  ]);
  return candidates.find((candidate) => paths.has(candidate));
}

/** Reads every source file under a folder, and which of them its imports name. */
export function readTree(root: string): Tree {
  const paths = filesUnder(root, '.');
  const known = new Set(paths);
  const files = paths.map((path) => {
    const text = readFileSync(join(root, path), 'utf8');
    const tokens = readTokens(text, path);
    const imports = readImports(tokens).map((one) => ({ ...one, target: resolve(path, one.specifier, known) }));
    return { path, lineCount: text.replace(/\n$/, '').split('\n').length, tokens, imports };
  });
  return { root, files };
}

/** The package folder a path lies in: `server` of `server/src/main.ts`; undefined for a file at the root. */
export function packageOf(path: string): string | undefined {
  return path.includes('/') ? path.slice(0, path.indexOf('/')) : undefined;
}

/** Whether a file exists for tests only, and so may reach across the house. */
export function isForTests(path: string): boolean {
  return (
    /\.test\.tsx?$/.test(path) ||
    /\/test-[\w-]+\.ts$/.test(path) ||
    /^\w+\/test\//.test(path) ||
    path.startsWith('e2e/')
  );
}
