import type { Plugin } from 'vite';

const replacement = JSON.stringify(`${import.meta.dirname}/src/lib/import-loaded.ts`);

/** Replaces the function through which Vite's output imports modules on demand. */
export function retryImports(): Plugin {
  return {
    name: 'medcloud:retry-imports',
    apply: 'build',
    enforce: 'pre',
    config: () => ({
      build: {
        // Vite lists the imports of a script only if it has any, and then the script too
        modulePreload: {
          polyfill: false,
          resolveDependencies: (script, imports, { hostType }) =>
            hostType === 'js' && imports.length === 0 ? [script] : imports,
        },
      },
    }),
    load: (id) =>
      id.includes('vite/preload-helper') ? `export { importLoaded as __vitePreload } from ${replacement};` : undefined,
  };
}
