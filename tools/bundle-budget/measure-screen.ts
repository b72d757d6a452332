import { languages } from '@medcloud/contract/languages';
import { application, restrictedPackages, type ScreenBudget } from './screen-budgets.ts';
import { collectNeeds, findFile, listPackages, listTextFiles, type Script } from './script-graph.ts';

export interface ScreenSize {
  readonly path: string;
  /** Compressed bytes, including the shared script. */
  readonly bytes: number;
  readonly maxBytes: number;
  readonly files: number;
  readonly faults: readonly string[];
}

/** Lists the faults of one screen's scripts. */
function listFaults(path: string, bytes: number, maxBytes: number, packages: ReadonlySet<string>): string[] {
  const forbiddenPackages = restrictedPackages
    .filter(({ mayLoad }) => !mayLoad(path))
    .flatMap((one) =>
      [...packages].filter((name) => one.packages.test(name)).map((name) => `loads ${name}: ${one.why}`),
    );
  return [...(bytes > maxBytes ? [`${bytes} bytes of ${maxBytes}`] : []), ...forbiddenPackages];
}

/**
 * Measures one screen: its own script, its layouts, all their dependencies, its texts in the largest language, and the
 * shared script.
 */
export function measureScreen(
  scripts: readonly Script[],
  screen: ScreenBudget,
  sizeOf: (file: string) => number,
  sharedScript: string,
): ScreenSize {
  const { path, modules, maxBytes } = screen;
  const own = modules.map((module) => findFile(scripts, module));
  const { files, bytes } = languages
    .map((language) => collectNeeds(scripts, [...own, ...listTextFiles(scripts, modules, language)]))
    .map((all) => ({ files: all, bytes: [sharedScript, ...all].reduce((sum, file) => sum + sizeOf(file), 0) }))
    .reduce((one, other) => (other.bytes > one.bytes ? other : one));
  const faults = listFaults(path, bytes, maxBytes, listPackages(scripts, files));
  return { path, bytes, maxBytes, files: files.size + 1, faults };
}

/** Lists lazily loaded files that belong to no screen: a layout or a screen that the check does not know. */
export function listUnaccountedFiles(scripts: readonly Script[], modules: readonly string[]): string[] {
  const builtModules = modules.filter((module) => scripts.some((script) => script.modules.includes(module)));
  const knownFiles = new Set(builtModules.map((module) => findFile(scripts, module)));
  const entry = scripts.find(({ facade }) => facade === application);
  const isText = (file: string) =>
    scripts.some((script) => script.file === file && script.modules.every((module) => module.startsWith('text/')));
  return (entry?.loadsLater ?? []).filter((file) => !knownFiles.has(file) && !isText(file));
}
