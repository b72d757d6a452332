import type { Language } from '@medcloud/contract/languages';

/** One script file of the built application, as written by `web/list-scripts.ts`. */
export interface Script {
  readonly file: string;
  /** The module of an entry or of an `import()`; otherwise null. */
  readonly facade: string | null;
  /** Files that it imports statically. */
  readonly needs: readonly string[];
  /** Files that it may load later. */
  readonly loadsLater: readonly string[];
  readonly modules: readonly string[];
  /** Areas of texts that the module of `facade` and its static imports use. */
  readonly texts: readonly string[];
}

/** Returns the file that contains a module: its own or a shared one. Throws if no file contains it. */
export function findFile(scripts: readonly Script[], module: string): string {
  const found =
    scripts.find(({ facade }) => facade === module) ?? scripts.find(({ modules }) => modules.includes(module));
  if (found === undefined) throw new Error(`No script of the build contains ${module}.`);
  return found.file;
}

/** Returns the files and all their static dependencies. */
export function collectNeeds(scripts: readonly Script[], files: readonly string[]): Set<string> {
  const all = new Set<string>();
  const waiting = [...files];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (all.has(file)) continue;
    all.add(file);
    waiting.push(...(scripts.find((script) => script.file === file)?.needs ?? []));
  }
  return all;
}

/** Returns the files of the texts that modules need in a language. */
export function listTextFiles(scripts: readonly Script[], modules: readonly string[], language: Language): string[] {
  const areas = scripts.flatMap(({ facade, texts }) => (facade !== null && modules.includes(facade) ? texts : []));
  return [...new Set(areas)].map((area) => findFile(scripts, `text/${language}/${area}.ts`));
}

/** Returns the npm packages in these files. */
export function listPackages(scripts: readonly Script[], files: ReadonlySet<string>): Set<string> {
  const modules = scripts.filter(({ file }) => files.has(file)).flatMap((script) => script.modules);
  return new Set(
    modules.flatMap((module) => /node_modules\/((?:@[^/]+\/)?[^/]+)\/(?!.*node_modules)/.exec(module)?.[1] ?? []),
  );
}
