import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadExport } from '../load-export.ts';
import type { Rule } from '../tree.ts';

const contract = 'contract/src/screens.ts';
const router = 'web/src/routes.tsx';

/** Addresses of the router that are no screens: whatever is unknown, and the kit of development. */
const noScreen = /^(\*|\/kit(\/.*)?)$/;

/** What the router answers, with its line: by a screen's name (`path: screens.home`), or by a path of its own (`path: '/a/:b'`). */
function routesIn(text: string): { name: string | undefined; path: string | undefined; line: number }[] {
  return text.split('\n').flatMap((words, place) =>
    [...words.matchAll(/\bpath: (?:screens\.(\w+)|'([^']*)')/g)].map(([, name, path]) => ({
      name,
      path: path?.replace(/:(\w+)/g, '{$1}'),
      line: place + 1,
    })),
  );
}

/** Every screen of the contract is answered by the router, and the router answers nothing else. */
export const checkScreenRoutes: Rule = async ({ root }) => {
  if (!existsSync(join(root, router)) || !existsSync(join(root, contract))) return [];
  const screens = Object.entries(await loadExport(root, contract, 'screens'));
  const routes = routesIn(readFileSync(join(root, router), 'utf8'));
  const unanswered = screens.filter(([name, path]) => !routes.some((one) => one.name === name || one.path === path));
  const strays = routes.filter(
    ({ path }) => path !== undefined && !noScreen.test(path) && !screens.some(([, screen]) => screen === path),
  );
  return [
    ...unanswered.map(([name, path]) => ({
      rule: 'screen-routes',
      path: contract,
      line: 1,
      message: `${name}: ${path} is not answered by ${router}`,
    })),
    ...strays.map(({ path, line }) => ({
      rule: 'screen-routes',
      path: router,
      line,
      message: `${path} is no screen of ${contract}`,
    })),
  ];
};
