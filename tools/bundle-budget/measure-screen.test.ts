import { languages } from '@medcloud/contract/languages';
import { expect, it } from 'vitest';
import { listUnaccountedFiles, measureScreen } from './measure-screen.ts';
import type { Script } from './script-graph.ts';

const createScript = (file: string, more: Partial<Script> = {}): Script => ({
  file,
  facade: null,
  needs: [],
  loadsLater: [],
  modules: [],
  texts: [],
  ...more,
});

const scripts = [
  createScript('index.js', {
    facade: 'web/index.html',
    modules: ['web/src/main.tsx'],
    needs: ['base.js'],
    loadsLater: ['users.js', 'viewer.js'],
  }),
  createScript('base.js', { modules: ['node_modules/react/index.js'] }),
  createScript('users.js', {
    facade: 'web/src/users.tsx',
    modules: ['web/src/users.tsx'],
    needs: ['base.js', 'draw.js'],
  }),
  createScript('draw.js', { modules: ['node_modules/@cornerstonejs/core/dist/index.js'] }),
  createScript('viewer.js', { facade: 'web/src/viewer.tsx', modules: ['web/src/viewer.tsx'], needs: ['draw.js'] }),
];
const users = { path: '/admin/users', modules: ['web/index.html', 'web/src/users.tsx'], maxBytes: 1_000 };

it('measureScreen counts each file of a screen once, including the shared script', () => {
  const { bytes, files } = measureScreen(scripts, users, () => 10, 'theme.js');
  expect({ bytes, files }).toEqual({ bytes: 50, files: 5 });
});

it('measureScreen counts the texts of a screen in the largest language', () => {
  const withTexts = [
    ...scripts.map((script) => (script.file === 'users.js' ? { ...script, texts: ['admin'] } : script)),
    ...languages.map((language) => createScript(`admin-${language}.js`, { modules: [`text/${language}/admin.ts`] })),
  ];
  const sizeOf = (file: string) => (file === 'admin-el.js' ? 15 : 10);
  expect(measureScreen(withTexts, users, sizeOf, 'theme.js')).toMatchObject({ bytes: 65, files: 6 });
});

it('measureScreen reports a screen over its budget, and a package that only another screen may load', () => {
  const { faults } = measureScreen(scripts, users, () => 250, 'theme.js');
  expect(faults).toEqual([
    '1250 bytes of 1000',
    'loads @cornerstonejs/core: only the viewer renders images, after its screen is shown',
  ]);
  expect(
    measureScreen(scripts, { ...users, path: '/exams/{examId}/view (pictures)' }, () => 1, 'theme.js').faults,
  ).toEqual([]);
});

it('listUnaccountedFiles lists lazy files of no screen, and measureScreen throws for a module in no file', () => {
  expect(listUnaccountedFiles(scripts, ['web/src/users.tsx'])).toEqual(['viewer.js']);
  expect(() => measureScreen(scripts, { ...users, modules: ['web/src/gone.tsx'] }, () => 1, 'theme.js')).toThrow(
    'gone.tsx',
  );
});
