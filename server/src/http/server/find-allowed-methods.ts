import { routes } from '@medcloud/contract';
import type { Route } from '@medcloud/contract/route';
import { screens } from '@medcloud/contract/screens';

const pageMethods = ['GET', 'HEAD'];

/** The methods that an address answers, as Allow lists them; null for an address that there is not. */
export function findAllowedMethods(path: string): string[] | null {
  // an address may be one path's own and another's by its parameter: it answers the methods of both
  const methods = routePatterns.filter(([pattern]) => pattern.test(path)).flatMap(([, own]) => own);
  return methods.length === 0 ? null : [...new Set(methods)];
}

const routePatterns = listRoutePatterns();

function listRoutePatterns(): [RegExp, string[]][] {
  const byPath = new Map<string, string[]>(Object.values(screens).map((path) => [path, pageMethods]));
  const deepPaths = new Set<string>();
  for (const area of Object.values(routes)) {
    for (const { method, path, hasWildcard } of Object.values<Route>(area)) {
      const own = method === 'GET' ? pageMethods : [method];
      byPath.set(path, [...(byPath.get(path) ?? []), ...own]);
      if (hasWildcard) deepPaths.add(path);
    }
  }
  return [...byPath].map(([path, methods]) => [patternOf(path, deepPaths.has(path)), methods]);
}

/** A deep path's last parameter goes on over slashes. */
function patternOf(path: string, isDeep: boolean): RegExp {
  const escaped = path.split(/\{\w+\}/).map((text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${escaped.join('[^/]+')}${isDeep ? '.*' : ''}$`);
}
