import { fileOf, packagesIn, type Script, withNeeds } from './graph.ts';
import { application, kept, type ScreenScripts } from './screens.ts';

export interface Measured {
  readonly path: string;
  /** Compressed, and what a page loads before it: bytes. */
  readonly bytes: number;
  readonly atMost: number;
  readonly files: number;
  readonly faults: readonly string[];
}

/** What is wrong with one screen's scripts. */
function faultsOf(path: string, bytes: number, atMost: number, packages: ReadonlySet<string>): string[] {
  const heavy = kept
    .filter(({ mayLoad }) => !mayLoad(path))
    .flatMap((one) =>
      [...packages].filter((name) => one.packages.test(name)).map((name) => `loads ${name}: ${one.why}`),
    );
  return [...(bytes > atMost ? [`${bytes} bytes of ${atMost}`] : []), ...heavy];
}

/** Measures one screen: its own script, the frames around it, all that these need, and the script of every page. */
export function measure(
  scripts: readonly Script[],
  screen: ScreenScripts,
  sizeOf: (file: string) => number,
  everyPage: string,
): Measured {
  const { path, modules, atMost } = screen;
  const files = withNeeds(
    scripts,
    modules.map((module) => fileOf(scripts, module)),
  );
  const bytes = [everyPage, ...files].reduce((sum, file) => sum + sizeOf(file), 0);
  const faults = faultsOf(path, bytes, atMost, packagesIn(scripts, files));
  return { path, bytes, atMost, files: files.size + 1, faults };
}

/** Files that the application loads later and that belong to no screen: a frame or a screen that the check does not know. */
export function unaccounted(scripts: readonly Script[], modules: readonly string[]): string[] {
  const held = modules.filter((module) => scripts.some((script) => script.modules.includes(module)));
  const known = new Set(held.map((module) => fileOf(scripts, module)));
  const start = scripts.find(({ facade }) => facade === application);
  return (start?.loadsLater ?? []).filter((file) => !known.has(file));
}
