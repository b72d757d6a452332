/** One script file of the built application, as `web/list-scripts.ts` writes it down. */
export interface Script {
  readonly file: string;
  /** The module it stands for, where it is an entry or loaded by `import()`. */
  readonly facade: string | null;
  /** Files that run before it. */
  readonly needs: readonly string[];
  /** Files that it may ask for afterwards. */
  readonly loadsLater: readonly string[];
  readonly modules: readonly string[];
}

/** The file that brings a module: its own, or the shared one it was put into. Fails for a module that is in none. */
export function findFile(scripts: readonly Script[], module: string): string {
  const found =
    scripts.find(({ facade }) => facade === module) ?? scripts.find(({ modules }) => modules.includes(module));
  if (found === undefined) throw new Error(`No script of the build holds ${module}.`);
  return found.file;
}

/** Every file that has to be there before these have run, themselves included. */
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

/** The packages of npm in these files. */
export function listPackages(scripts: readonly Script[], files: ReadonlySet<string>): Set<string> {
  const modules = scripts.filter(({ file }) => files.has(file)).flatMap((script) => script.modules);
  return new Set(
    modules.flatMap((module) => /node_modules\/((?:@[^/]+\/)?[^/]+)\/(?!.*node_modules)/.exec(module)?.[1] ?? []),
  );
}
