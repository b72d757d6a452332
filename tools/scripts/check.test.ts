import { expect, it } from 'vitest';
import { measure, unaccounted } from './check.ts';
import type { Script } from './graph.ts';

const script = (file: string, more: Partial<Script> = {}): Script => ({
  file,
  facade: null,
  needs: [],
  loadsLater: [],
  modules: [],
  ...more,
});

const scripts = [
  script('index.js', {
    facade: 'web/index.html',
    modules: ['web/src/main.tsx'],
    needs: ['base.js'],
    loadsLater: ['users.js', 'viewer.js'],
  }),
  script('base.js', { modules: ['node_modules/react/index.js'] }),
  script('users.js', { facade: 'web/src/users.tsx', modules: ['web/src/users.tsx'], needs: ['base.js', 'draw.js'] }),
  script('draw.js', { modules: ['node_modules/@cornerstonejs/core/dist/index.js'] }),
  script('viewer.js', { facade: 'web/src/viewer.tsx', modules: ['web/src/viewer.tsx'], needs: ['draw.js'] }),
];
const users = { path: '/admin/users', modules: ['web/index.html', 'web/src/users.tsx'], atMost: 1_000 };

it('counts every file a screen needs once, with the script of every page', () => {
  const { bytes, files } = measure(scripts, users, () => 10, 'theme.js');
  expect({ bytes, files }).toEqual({ bytes: 50, files: 5 });
});

it('says which screen is over its bytes, and which loads what another alone may load', () => {
  const { faults } = measure(scripts, users, () => 250, 'theme.js');
  expect(faults).toEqual([
    '1250 bytes of 1000',
    'loads @cornerstonejs/core: the viewer alone draws images, once its screen stands',
  ]);
  expect(measure(scripts, { ...users, path: '/exams/{examId}/view (pictures)' }, () => 1, 'theme.js').faults).toEqual(
    [],
  );
});

it('finds what the application loads and no screen accounts for, and a screen that is in no file', () => {
  expect(unaccounted(scripts, ['web/src/users.tsx'])).toEqual(['viewer.js']);
  expect(() => measure(scripts, { ...users, modules: ['web/src/gone.tsx'] }, () => 1, 'theme.js')).toThrow('gone.tsx');
});
