import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { loadExport } from '../load-export.ts';
import type { Rule, Violation } from '../tree.ts';

const home = 'contract/src/routes/index.ts';

interface Route {
  readonly method: string;
  readonly path: string;
}

function isRoute(value: unknown): value is Route {
  if (typeof value !== 'object' || value === null || !('method' in value) || !('path' in value)) return false;
  return typeof value.method === 'string' && typeof value.path === 'string';
}

/** The routes among an area's exports, which may hold shapes as well. */
function routesIn(area: unknown): Route[] {
  if (typeof area !== 'object' || area === null) return [];
  return isRoute(area) ? [area] : Object.values(area).filter(isRoute);
}

/** PS3.18 has one kind of answer for many addresses: a search, a retrieval, or what the last name says. */
function dicomWebEdge(path: string): string {
  if (/\{(study|series|instance)\}$/.test(path)) return 'retrieve';
  const last = path.split('/').findLast((segment) => !segment.startsWith('{')) ?? '';
  return ['studies', 'series', 'instances'].includes(last) ? 'search' : last;
}

/** The URL is the path: drop /api/, drop {parameters}. */
function edgeOf(path: string): string {
  if (path.startsWith('/dicom-web/')) return `server/src/edges/dicomweb/${dicomWebEdge(path)}.ts`;
  const segments = path.replace(/^\/api\//, '').split('/');
  return `server/src/edges/api/${segments.filter((one) => one !== '' && !one.startsWith('{')).join('/')}.ts`;
}

function violation(message: string): Violation {
  return { rule: 'routes', path: home, line: 1, message };
}

/** Every route of the contract has the file its URL names. */
export const checkRoutes: Rule = async ({ root }) => {
  if (!existsSync(join(root, home))) return [];
  const routes = Object.values(await loadExport(root, home, 'routes')).flatMap(routesIn);
  if (routes.length === 0) return [violation('no route was found')];
  return routes.flatMap(({ method, path }) =>
    existsSync(join(root, edgeOf(path))) ? [] : [violation(`${method} ${path} needs ${edgeOf(path)}`)],
  );
};
