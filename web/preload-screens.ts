import { relative, resolve } from 'node:path';
import type { Plugin } from 'vite';

const source = resolve(import.meta.dirname, 'src');

const signedIn = ['app/layout/session-layout.tsx', 'app/layout/areas.tsx'];

/** The modules that a screen's first view needs, in import order, by the page to emit. */
const pages: Readonly<Record<string, readonly string[]>> = {
  // Cornerstone is as large as all other scripts together
  'viewer.html': [
    'app/layout/session-layout.tsx',
    'app/layout/exam-area.tsx',
    'areas/exams/view/view.tsx',
    'viewer/viewer.ts',
    'areas/exams/view/panes/viewport-grid.tsx',
  ],
  'center-dashboard.html': [...signedIn, 'areas/medical-center/dashboard/dashboard.tsx'],
  'doctor-dashboard.html': [...signedIn, 'areas/doctor/dashboard/dashboard.tsx'],
  'admin-dashboard.html': [...signedIn, 'areas/admin/dashboard/dashboard.tsx'],
};

/**
 * Emits pages for the addresses of these screens: the application's page, which also preloads the scripts that other
 * pages load one after the other, once a script has run.
 */
export function preloadScreens(): Plugin {
  return {
    name: 'medcloud:preload-screens',
    apply: 'build',
    enforce: 'post',
    generateBundle(_options, bundle) {
      const page = bundle['index.html'];
      if (page?.type !== 'asset') throw new Error('The build has no index.html.');
      const html = String(page.source);
      const fileOf = (name: string) => {
        const chunk = Object.values(bundle).find(
          (one) => one.type === 'chunk' && one.moduleIds.some((module) => relative(source, module) === name),
        );
        if (!chunk) throw new Error(`No chunk has the module ${name}.`);
        return chunk.fileName;
      };
      const listFiles = (names: readonly string[]) => {
        const files = new Set<string>();
        const addFile = (file: string) => {
          const chunk = bundle[file];
          if (files.has(file) || chunk?.type !== 'chunk') return;
          files.add(file);
          for (const needed of chunk.imports) addFile(needed);
        };
        for (const name of names) addFile(fileOf(name));
        return [...files];
      };
      for (const [fileName, names] of Object.entries(pages)) {
        const links = listFiles(names)
          .filter((file) => !html.includes(file))
          .map((file) => `    <link rel="modulepreload" crossorigin href="/${file}" nonce="__CSP_NONCE__">\n`);
        this.emitFile({
          type: 'asset',
          fileName,
          source: html.replace('  </head>', `${links.join('')}  </head>`),
        });
      }
    },
  };
}
