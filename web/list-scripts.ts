import { relative, resolve } from 'node:path';
import type { Plugin } from 'vite';

const root = resolve(import.meta.dirname, '..');

/** A module as the repository names it: `web/src/main.tsx`, `node_modules/react/index.js`. */
function getModuleName(module: string): string {
  return relative(root, module.replace(/^\0/, '').replace(/\?.*$/, ''));
}

/**
 * Writes down what each script file is made of and which others it needs before it runs, for the check of bytes per screen
 * (`tools/bundle-budget.ts`). In a dot folder, of which the server serves nothing.
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
