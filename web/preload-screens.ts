import { resolve } from 'node:path';
import { languages } from '@medcloud/contract/languages';
import type { Route } from '@medcloud/contract/route';
import * as admin from '@medcloud/contract/routes/admin';
import * as doctor from '@medcloud/contract/routes/doctor';
import * as center from '@medcloud/contract/routes/medical-center';
import type { Role } from '@medcloud/contract/shapes/accounts';
import type { Plugin, Rolldown } from 'vite';
import { findAreas } from './text-areas.ts';

const source = resolve(import.meta.dirname, 'src');

/** The role whose screen it is, and the routes that its first view calls. */
interface FirstCalls {
  readonly role: Role;
  readonly calls: readonly Route[];
}

interface Screen {
  /** The modules of its first view, in import order. */
  readonly modules: readonly string[];
  readonly first?: FirstCalls;
}

const dashboardOf = (role: Role, module: string, calls: readonly Route[]): Screen => ({
  modules: ['app/layout/session-layout.tsx', 'app/layout/areas.tsx', module],
  first: { role, calls },
});

/** The screens with a page of their own, by its file. `index.html` is that of all others. */
const screens: Readonly<Record<string, Screen>> = {
  'index.html': { modules: [] },
  // Cornerstone is as large as all other scripts together
  'viewer.html': {
    modules: [
      'app/layout/session-layout.tsx',
      'app/layout/exam-area.tsx',
      'areas/exams/view/view.tsx',
      'viewer/viewer.ts',
      'areas/exams/view/panes/viewport-grid.tsx',
    ],
  },
  'try.html': {
    modules: ['areas/try/try.tsx', 'viewer/viewer.ts', 'areas/exams/view/panes/viewport-grid.tsx'],
  },
  'center-dashboard.html': dashboardOf('medical_center', 'areas/medical-center/dashboard/dashboard.tsx', [
    center.dashboard,
  ]),
  'doctor-dashboard.html': dashboardOf('doctor', 'areas/doctor/dashboard/dashboard.tsx', [
    doctor.worklist,
    doctor.dashboard,
  ]),
  'admin-dashboard.html': dashboardOf('admin', 'areas/admin/dashboard/dashboard.tsx', [
    admin.dashboard,
    admin.systemInfo,
    admin.messageCounts,
    admin.pendingDoctors,
    admin.alarmsToSee,
  ]),
};

const fontPreload = /<link rel="preload" as="font"[^>]*>/;

/**
 * Emits the pages of these screens. Each is the application's page and also loads in parallel what others load one after
 * the other: scripts, the language's texts (`public/theme.js`), and the first calls (`public/start-calls.js`).
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
      const chunks = Object.values(bundle).filter((one) => one.type === 'chunk');
      const fileOf = (module: string) => {
        const chunk = chunks.find(({ moduleIds }) => moduleIds.includes(resolve(source, module)));
        if (chunk === undefined) throw new Error(`No chunk has the module ${module}.`);
        return chunk.fileName;
      };
      for (const [fileName, { modules, first }] of Object.entries(screens)) {
        const files = listImports(bundle, modules.map(fileOf)).filter((file) => !html.includes(file));
        const areas = findAreas(...['main.tsx', ...modules].map((module) => resolve(source, module)));
        const texts = Object.fromEntries(
          languages.map((language) => [
            language,
            [...new Set(areas.map((area) => `/${fileOf(`../../text/${language}/${area}.ts`)}`))],
          ]),
        );
        const links = files.map(
          (file) => `<link rel="modulepreload" crossorigin fetchpriority="low" href="/${file}" nonce="__CSP_NONCE__">`,
        );
        const scripts = first === undefined ? [] : [toStartScript(first)];
        // A dashboard opened by its address has its font cached, or shows another first: its scripts come first.
        const base = first === undefined ? html : html.replace(fontPreload, '');
        const pageSource = base
          .replace('src="/theme.js"', () => `src="/theme.js" data-texts='${JSON.stringify(texts)}'`)
          .replace('  </head>', () => `${[...scripts, ...links].map((tag) => `    ${tag}\n`).join('')}  </head>`);
        if (fileName === 'index.html') page.source = pageSource;
        else this.emitFile({ type: 'asset', fileName, source: pageSource });
      }
    },
  };
}

function toStartScript({ role, calls }: FirstCalls): string {
  const paths = calls.map(({ path }) => path).join(' ');
  return `<script src="/start-calls.js" data-role="${role}" data-calls="${paths}" nonce="__CSP_NONCE__"></script>`;
}

/** Lists scripts and those they import, in import order. */
function listImports(bundle: Rolldown.OutputBundle, scripts: readonly string[]): string[] {
  const files = new Set<string>();
  const addFile = (file: string) => {
    const chunk = bundle[file];
    if (files.has(file) || chunk?.type !== 'chunk') return;
    files.add(file);
    for (const imported of chunk.imports) addFile(imported);
  };
  for (const script of scripts) addFile(script);
  return [...files];
}
