import { readFileSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import type { Plugin } from 'vite';
import { findAreas } from './text-areas.ts';

const root = resolve(import.meta.dirname, '..');

/** Returns a module's path in the repository: `web/src/main.tsx`, `node_modules/react/index.js`. */
function getModuleName(module: string): string {
  return relative(root, module.replace(/^\0/, '').replace(/\?.*$/, ''));
}

/** Lists the areas of texts that a chunk's entry uses. A page's entry is the script it names. */
function listAreas(file: string): string[] {
  if (!file.endsWith('.html')) return file.startsWith(resolve(root, 'web/src')) ? findAreas(file) : [];
  const scripts = readFileSync(file, 'utf8').matchAll(/src="\/(src\/[^"]+)"/g);
  return findAreas(...[...scripts].map(([, path = '']) => resolve(root, 'web', path)));
}

/**
 * Lists each script file's modules and the scripts it imports, for the bundle budget (`tools/bundle-budget.ts`).
 * Writes to a dot folder, because the server serves no file from one.
 */
export function listScripts(): Plugin {
  return {
    name: 'medcloud:list-scripts',
    apply: 'build',
    generateBundle(_options, bundle) {
      const scripts = Object.values(bundle).flatMap((chunk) => {
        if (chunk.type !== 'chunk') return [];
        const facade = chunk.facadeModuleId === null ? null : getModuleName(chunk.facadeModuleId);
        return [
          {
            file: chunk.fileName,
            facade,
            texts: facade === null ? [] : listAreas(resolve(root, facade)),
            needs: chunk.imports,
            loadsLater: chunk.dynamicImports,
            modules: Object.entries(chunk.modules).flatMap(([module, { renderedLength }]) =>
              renderedLength > 0 ? [getModuleName(module)] : [],
            ),
          },
        ];
      });
      this.emitFile({ type: 'asset', fileName: '.vite/scripts.json', source: JSON.stringify(scripts) });
    },
  };
}
