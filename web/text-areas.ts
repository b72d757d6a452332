import { existsSync, readFileSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import type { Plugin } from 'vite';

const source = resolve(import.meta.dirname, 'src');
const loader = resolve(source, 'text/load-texts.ts');

const staticImport = /^(?:import|export)\s(?!type\s)(?:[^'"]*?\sfrom\s)?'(\.[^']+\.tsx?)'/gm;
const usedNamespace = /\buseText(?:In)?\('([\w/-]+)/g;
const dynamicImport = /(?<!typeof )\bimport\('(\.[^']+\.tsx?)'\)/g;
const ownAreas = '__TEXT_AREAS__';
const allPaths = "'./__TEXT_PATHS__/*'"; // a literal, for Vite's scan of dependencies, which runs no plugin

interface ModuleFacts {
  areas: string[];
  imports: string[];
  lazyImports: string[];
}

/** Returns the areas a module names itself, and the modules of ours that it imports statically. */
function readModule(file: string): ModuleFacts {
  const code = readFileSync(file, 'utf8');
  const pathsIn = (pattern: RegExp) => [...code.matchAll(pattern)].map(([, path = '']) => resolve(dirname(file), path));
  return {
    areas: [...code.matchAll(usedNamespace)].map(([, area = '']) => area),
    imports: pathsIn(staticImport),
    lazyImports: pathsIn(dynamicImport).filter((path) => existsSync(path)), // a comment may show an example
  };
}

/** Returns the areas of texts that modules and everything they import statically use, sorted. */
export function findAreas(...entries: readonly string[]): string[] {
  return collectAreas(entries, ({ imports }) => imports);
}

/** Returns the areas that a page's entry and everything it imports use, also lazily, sorted. */
export function findPageAreas(entry: string): string[] {
  return collectAreas([entry], ({ imports, lazyImports }) => [...imports, ...lazyImports]);
}

function pathToTexts(file: string, area: string): string {
  return relative(dirname(file), resolve(source, '../../text/*', `${area}.ts`));
}

function collectAreas(entries: readonly string[], importsOf: (facts: ModuleFacts) => string[]): string[] {
  const areas = new Set<string>();
  const seen = new Set<string>(entries);
  for (const file of seen) {
    const facts = readModule(file);
    for (const area of facts.areas) areas.add(area);
    for (const imported of importsOf(facts)) seen.add(imported);
  }
  return [...areas].toSorted();
}

/**
 * Loads the texts of a lazy part together with its script: `import('./x.tsx')` becomes `withTexts(import('./x.tsx'),
 * [areas])`, so no component waits for texts after its script. For a page's entry, `__TEXT_AREAS__` becomes the areas of
 * the module in which it stands, and `'./__TEXT_PATHS__/*'` the files of the whole page.
 */
export function textAreas(): Plugin {
  return {
    name: 'medcloud:text-areas',
    enforce: 'pre',
    transform(code, id) {
      const file = id.split('?')[0] ?? id;
      if (!file.startsWith(source) || file === loader) return null;
      let isWrapped = false;
      const wrapped = code
        .replaceAll(ownAreas, () => JSON.stringify(findAreas(file)))
        .replaceAll(allPaths, () => JSON.stringify(findPageAreas(file).map((area) => pathToTexts(file, area))))
        .replace(dynamicImport, (call, path: string) => {
          const target = resolve(dirname(file), path);
          const areas = existsSync(target) ? findAreas(target) : []; // a comment may show an example
          if (areas.length === 0) return call;
          isWrapped = true;
          return `__withTexts(${call}, ${JSON.stringify(areas)})`;
        });
      if (wrapped === code) return null;
      const imported = `import { withTexts as __withTexts } from ${JSON.stringify(loader)};`;
      return { code: isWrapped ? `${imported}${wrapped}` : wrapped, map: null };
    },
  };
}
