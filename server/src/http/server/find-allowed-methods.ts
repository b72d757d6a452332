import { routes } from '@medcloud/contract';
import type { Route } from '@medcloud/contract/route';
import { screens } from '@medcloud/contract/screens';

const pageMethods = ['GET', 'HEAD'];

/** Finds the methods of an address as Allow lists them; null for an unknown address. */
export function findAllowedMethods(path: string): string[] | null {
  // An address may match one path literally and another by its parameter. It allows the methods of both.
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

/** Builds the pattern of a path. The last parameter of a deep path may include slashes. */
function patternOf(path: string, isDeep: boolean): RegExp {
  const escaped = path.split(/\{\w+\}/).map((text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${escaped.join('[^/]+')}${isDeep ? '.*' : ''}$`);
}
