import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Screen, screens } from '@medcloud/contract/screens';
import { screenFile } from '../architecture/contract-files.ts';

const kilobyte = 1024;

/** Pages with their own HTML, which load no part of the application. */
const standalonePages: Partial<Record<Screen, { html: string; maxBytes: number }>> = {
  home: { html: 'web/landing.html', maxBytes: 15 * kilobyte },
  privacy: { html: 'web/privacy.html', maxBytes: 15 * kilobyte },
  terms: { html: 'web/terms.html', maxBytes: 15 * kilobyte },
  consent: { html: 'web/consent.html', maxBytes: 99.5 * kilobyte },
};

const maxScreenBytes = 190 * kilobyte;

// Layouts as nested in `web/src/routes.tsx`. A layout that is missing here fails the check.
const session = ['web/src/app/layout/session-layout.tsx', 'web/src/app/layout/upload-layout.tsx'];
const area = [...session, 'web/src/app/layout/areas.tsx'];
const layouts: readonly { readonly under: string; readonly files: readonly string[] }[] = [
  { under: '/auth/', files: session },
  { under: '/medical-center/', files: area },
  { under: '/doctor/', files: area },
  { under: '/admin/', files: area },
  { under: '/account', files: area },
  { under: '/exams/', files: [...session, 'web/src/app/layout/exam-area.tsx'] },
];

/**
 * The viewer's rendering code and its viewports. The viewer's screen loads both in parallel with the exam. Including
 * the code shared with every screen: 1,148 KB.
 */
const viewerImages = {
  path: `${screens.examView} (pictures)`,
  modules: ['web/src/viewer/viewer.ts', 'web/src/areas/exams/view/panes/viewport-grid.tsx'],
  maxBytes: 1_200 * kilobyte,
};

/** A patient's own pictures, which the consent page loads when they are offered. Including that page: 107 KB. */
const ownExams = {
  path: `${screens.consent} (own pictures)`,
  modules: ['web/consent.html', 'web/src/areas/consent/own/own-entry.tsx'],
  maxBytes: 110 * kilobyte,
};

export const application = 'web/index.html';

/** The modules that a browser must load to show a screen, and their maximum size (gzip, bytes). */
export interface ScreenBudget {
  readonly path: string;
  readonly modules: readonly string[];
  readonly maxBytes: number;
}

/** Lists every screen of the contract with its modules. */
export function listScreenBudgets(): ScreenBudget[] {
  const own = Object.entries(screens).map(([name, path]) => {
    const page = Object.entries(standalonePages).find(([screen]) => screen === name)?.[1];
    if (page) return { path, modules: [page.html], maxBytes: page.maxBytes };
    const layoutFiles = layouts.find(({ under }) => path.startsWith(under))?.files ?? [];
    return { path, modules: [application, ...layoutFiles, screenFile(path)], maxBytes: maxScreenBytes };
  });
  return [...own, viewerImages, ownExams];
}

/** Lists all modules that the application loads lazily: screens and their layouts. */
export function listLazyModules(root: string): string[] {
  const own = Object.values(screens).map(screenFile);
  return [...own.filter((file) => existsSync(join(root, file))), ...area, 'web/src/app/layout/exam-area.tsx'];
}

const prerenderedScreens: readonly string[] = [screens.home, screens.privacy, screens.terms];
const lightScreens: readonly string[] = [...prerenderedScreens, screens.consent];

/** Packages that only some screens may load, because a heavy package would slow all other screens. */
export const restrictedPackages: readonly { packages: RegExp; mayLoad: (path: string) => boolean; why: string }[] = [
  {
    packages: /^(?:@cornerstonejs\/|@kitware\/vtk|@icr\/polyseg|dicom-parser|dcmjs|gl-matrix|comlink)/,
    mayLoad: (path) => path === viewerImages.path,
    why: 'only the viewer renders images, after its screen is shown',
  },
  { packages: /^pdfjs-dist$/, mayLoad: () => false, why: 'a document loads its renderer on demand' },
  { packages: /^cmdk$/, mayLoad: () => false, why: 'the palette loads when it is opened' },
  {
    packages: /^input-otp$/,
    mayLoad: (path) => path === screens.doctorPatients,
    why: 'only one screen has a code field',
  },
  { packages: /^zod$/, mayLoad: () => false, why: 'a form loads its validation after it is shown' },
  {
    packages: /^@radix-ui\/react-(?:toast|dialog)$/,
    mayLoad: (path) => path === screens.consent,
    why: 'overlays load after the page is shown',
  },
  { packages: /^libphonenumber/, mayLoad: () => false, why: 'only the server parses phone numbers' },
  {
    packages: /^(?:react|react-dom|scheduler|use-intl|radix-ui)$|^@radix-ui\//,
    mayLoad: (path) => !prerenderedScreens.includes(path),
    why: 'prerendered pages run no React',
  },
  {
    packages: /^(?:react-router|react-hook-form)$|^@tanstack\//,
    mayLoad: (path) => !lightScreens.includes(path),
    why: 'the consent page and prerendered pages must stay small',
  },
];
