import { screens } from '@medcloud/contract/screens';
import { describe, expect, it } from 'vitest';
import { specifiedCalls, specifiedScreens } from '../harness/specification.ts';
import { allRoutes, groupRows, isRunnable, readRows, routeOf } from '../matrix/rows.ts';

/** The sections a route's source names first, before what else decided it: `specification 2, 7; shapes, users`. */
function sectionsOf(source: string): string[] {
  const [first = ''] = source.split(';');
  return first.startsWith('specification ') ? (first.match(/\d+/g) ?? []) : [];
}

describe('section 7 of the specification', () => {
  it('is in the contract, call by call, and the contract names no other call as its', () => {
    const sourced = allRoutes.filter(({ source }) => sectionsOf(source).includes('7'));
    const names = sourced.map(({ method, path }) => `${method} ${path}`);
    expect(names.sort()).toEqual([...specifiedCalls].sort());
  });

  it('has for each call tests of that name, which the matrix runs', () => {
    const runnableGroups = groupRows(readRows()).filter(isRunnable);
    const named = new Set(
      runnableGroups.flatMap(({ method, path }) => {
        const route = routeOf(method, path);
        return route && method === route.method ? [`${route.method} ${route.path}`] : [];
      }),
    );
    expect(specifiedCalls.filter((call) => !named.has(call))).toEqual([]);
  });
});

describe('section 2 of the specification', () => {
  it('is in the contract, screen by screen (each is looked at by a browser test of its name)', () => {
    const known: string[] = Object.values(screens);
    expect(specifiedScreens.filter((path) => !known.includes(path))).toEqual([]);
  });
});
