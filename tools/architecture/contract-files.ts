import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const routesFile = 'contract/src/routes/index.ts';
const screensFile = 'contract/src/screens.ts';
const routerFile = 'web/src/routes.tsx';

/** Describes each route and screen of the contract without its file, and each difference between screens and the router. */
export async function listMissingFiles(root: string): Promise<string[]> {
  const routes = Object.values(await importObject(root, routesFile, 'routes')).flatMap(listRoutes);
  const screens = Object.entries(await importObject(root, screensFile, 'screens'));
  if (routes.length === 0 || screens.length === 0) throw new Error('The contract has no routes or no screens.');
  return [
    ...routes.flatMap(({ method, path }) =>
      existsSync(join(root, handlerFile(path))) ? [] : [`${method} ${path} needs ${handlerFile(path)}`],
    ),
    ...screens.flatMap(([name, path]) => {
      const file = screenFile(String(path));
      return existsSync(join(root, file)) ? [] : [`${name}: ${path} needs ${file}`];
    }),
    ...compareRouter(readFileSync(join(root, routerFile), 'utf8'), screens),
  ];
}

/** One exported object of a file. Throws when the file does not export it. */
async function importObject(root: string, path: string, name: string): Promise<object> {
  const exported: unknown = await import(/* @vite-ignore */ pathToFileURL(join(root, path)).href);
  const value: unknown = Object.entries(exported ?? {}).find(([key]) => key === name)?.[1];
  if (typeof value === 'object' && value !== null) return value;
  throw new Error(`${path} does not export an object named ${name}.`);
}

interface Route {
  readonly method: string;
  readonly path: string;
}

function isRoute(value: unknown): value is Route {
  if (typeof value !== 'object' || value === null || !('method' in value) || !('path' in value)) return false;
  return typeof value.method === 'string' && typeof value.path === 'string';
}

/** The routes among an area's exports, which may hold shapes as well. */
function listRoutes(area: unknown): Route[] {
  if (typeof area !== 'object' || area === null) return [];
  return isRoute(area) ? [area] : Object.values(area).filter(isRoute);
}

/** PS3.18 has one kind of response for many addresses: a search, a retrieval, or what the last name says. */
function dicomWebHandler(path: string): string {
  if (/\{(study|series|instance)\}$/.test(path)) return 'retrieve';
  const last = path.split('/').findLast((segment) => !segment.startsWith('{')) ?? '';
  return ['studies', 'series', 'instances'].includes(last) ? 'search' : last;
}

/** The URL is the path: drop /api/, drop {parameters}. */
function handlerFile(path: string): string {
  if (path.startsWith('/dicom-web/')) return `server/src/http/dicomweb/${dicomWebHandler(path)}.ts`;
  const segments = path.replace(/^\/api\//, '').split('/');
  return `server/src/http/api/${segments.filter((one) => one !== '' && !one.startsWith('{')).join('/')}.ts`;
}

/**
 * Where a screen's file is. The first word of its path is the area, the rest its name, which is also its folder's:
 * /auth/doctor/login is areas/auth/doctor-login/doctor-login.tsx. An area with one screen has no folder for it:
 * /account is areas/account/account.tsx.
 */
export function screenFile(path: string): string {
  const words = path.split('/').filter((one) => one !== '' && !one.startsWith('{'));
  const [area = 'landing', ...rest] = words;
  const name = rest.join('-');
  return name === '' ? `web/src/areas/${area}/${area}.tsx` : `web/src/areas/${area}/${name}/${name}.tsx`;
}

/** The router's address that is no screen: any unknown one. */
const otherAddress = '*';

/** Compares screens with the router's addresses, each by name (`path: screens.home`) or by path (`path: '/a/:b'`). */
function compareRouter(router: string, screens: readonly [string, unknown][]): string[] {
  const addresses = [...router.matchAll(/\bpath: (?:screens\.(\w+)|'([^']*)')/g)].map(([, name, path]) => ({
    name,
    path: path?.replace(/:(\w+)/g, '{$1}'),
  }));
  const unanswered = screens.filter(([name, path]) => !addresses.some((one) => one.name === name || one.path === path));
  const unknown = addresses.filter(
    ({ path }) => path !== undefined && path !== otherAddress && !screens.some(([, screen]) => screen === path),
  );
  return [
    ...unanswered.map(([name, path]) => `${name}: ${path} is not in ${routerFile}`),
    ...unknown.map(({ path }) => `${path} of ${routerFile} is not in ${screensFile}`),
  ];
}
