import { relative, resolve } from 'node:path';
import type { Plugin } from 'vite';

const source = resolve(import.meta.dirname, 'src');

/** The modules an opened exam needs, in import order. */
const viewerModules = [
  'app/layout/session-layout.tsx',
  'app/layout/exam-area.tsx',
  'areas/exams/view/view.tsx',
  'viewer/viewer.ts',
  'areas/exams/view/panes/viewport-grid.tsx',
];

/**
 * Emits `viewer.html`: the application's page for an exam's URL. It preloads the scripts that other pages load one
 * after the other. Cornerstone is as large as all other scripts together, so its download starts before any script
 * runs.
 */
export function preloadViewer(): Plugin {
  return {
    name: 'medcloud:preload-viewer',
    apply: 'build',
    enforce: 'post',
    generateBundle(_options, bundle) {
      const page = bundle['index.html'];
      if (page?.type !== 'asset') throw new Error('The build has no index.html.');
      const html = String(page.source);
      const files = new Set<string>();
      const addFile = (file: string) => {
        const chunk = bundle[file];
        if (files.has(file) || chunk?.type !== 'chunk') return;
        files.add(file);
        for (const needed of chunk.imports) addFile(needed);
      };
      const getFacade = (module: string | null) => (module === null ? '' : relative(source, module));
      for (const name of viewerModules) {
        const chunk = Object.values(bundle).find(
          (one) => one.type === 'chunk' && getFacade(one.facadeModuleId) === name,
        );
        if (!chunk) throw new Error(`No chunk has ${name} as its entry module.`);
        addFile(chunk.fileName);
      }
      const links = [...files]
        .filter((file) => !html.includes(file))
        .map((file) => `    <link rel="modulepreload" crossorigin href="/${file}" nonce="__CSP_NONCE__">\n`);
      this.emitFile({
        type: 'asset',
        fileName: 'viewer.html',
        source: html.replace('  </head>', `${links.join('')}  </head>`),
      });
    },
  };
}
