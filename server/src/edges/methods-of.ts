import { routes } from '@medcloud/contract';
import type { Route } from '@medcloud/contract/route';
import { screens } from '@medcloud/contract/screens';

const pageMethods = ['GET', 'HEAD'];

/** The methods that an address answers, as Allow lists them; null for an address that there is not. */
export function methodsOf(path: string): string[] | null {
  for (const [pattern, methods] of known) if (pattern.test(path)) return methods;
  return null;
}

const known = knownAddresses();

function knownAddresses(): [RegExp, string[]][] {
  const byPath = new Map<string, string[]>(Object.values(screens).map((path) => [path, pageMethods]));
  for (const area of Object.values(routes)) {
    for (const { method, path } of Object.values<Route>(area)) {
      const own = method === 'GET' ? pageMethods : [method];
      byPath.set(path, [...(byPath.get(path) ?? []), ...own]);
    }
  }
  return [...byPath].map(([path, methods]) => [patternOf(path), methods]);
}

function patternOf(path: string): RegExp {
  const escaped = path.split(/\{\w+\}/).map((text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${escaped.join('[^/]+')}$`);
}
