import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { loadExport } from '../load-export.ts';
import type { Rule } from '../tree.ts';

const home = 'contract/src/screens.ts';

/**
 * Where a screen's file may stand. The first word of its path is the area, the rest its name, in a folder or joined:
 * /auth/doctor/login is areas/auth/doctor-login.tsx or areas/auth/doctor/login.tsx; /account is areas/account/account.tsx.
 */
export function filesOf(path: string): string[] {
  const words = path.split('/').filter((one) => one !== '' && !one.startsWith('{'));
  const [area = 'landing', ...rest] = words;
  const names = rest.length === 0 ? [area] : [rest.join('-'), rest.join('/')];
  return [...new Set(names)].map((name) => `web/src/areas/${area}/${name}.tsx`);
}

/** Every screen of the contract has its file. */
export const checkScreens: Rule = async ({ root }) => {
  if (!existsSync(join(root, home))) return [];
  const screens = await loadExport(root, home, 'screens');
  return Object.entries(screens).flatMap(([name, path]) => {
    const files = typeof path === 'string' ? filesOf(path) : [];
    if (files.some((file) => existsSync(join(root, file)))) return [];
    return [{ rule: 'screens', path: home, line: 1, message: `${name}: ${path} needs ${files.join(' or ')}` }];
  });
};
