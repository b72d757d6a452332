import { application, restrictedPackages, type ScreenBudget } from './screen-budgets.ts';
import { collectNeeds, findFile, listPackages, type Script } from './script-graph.ts';

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

/** Measures one screen: its own script, its layouts, all their dependencies, and the shared script. */
export function measureScreen(
  scripts: readonly Script[],
  screen: ScreenBudget,
  sizeOf: (file: string) => number,
  sharedScript: string,
): ScreenSize {
  const { path, modules, maxBytes } = screen;
  const files = collectNeeds(
    scripts,
    modules.map((module) => findFile(scripts, module)),
  );
  const bytes = [sharedScript, ...files].reduce((sum, file) => sum + sizeOf(file), 0);
  const faults = listFaults(path, bytes, maxBytes, listPackages(scripts, files));
  return { path, bytes, maxBytes, files: files.size + 1, faults };
}

/** Lists lazily loaded files that belong to no screen: a layout or a screen that the check does not know. */
export function listUnaccountedFiles(scripts: readonly Script[], modules: readonly string[]): string[] {
  const builtModules = modules.filter((module) => scripts.some((script) => script.modules.includes(module)));
  const knownFiles = new Set(builtModules.map((module) => findFile(scripts, module)));
  const entry = scripts.find(({ facade }) => facade === application);
  return (entry?.loadsLater ?? []).filter((file) => !knownFiles.has(file));
}
