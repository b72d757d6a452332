import { screens } from '@medcloud/contract/screens';
import { describe, expect, it } from 'vitest';
import { specifiedCalls, specifiedScreens } from '../harness/specification.ts';
import { allRoutes, allRows, groupRows, isRunnable, routeOf } from '../matrix/rows.ts';

/** Returns the sections that a route's source names first: `specification 2, 7; shapes, users` gives 2 and 7. */
function sectionsOf(source: string): string[] {
  const [first = ''] = source.split(';');
  return first.startsWith('specification ') ? (first.match(/\d+/g) ?? []) : [];
}

describe('specification section 7', () => {
  it('equals the routes of the contract with that source', () => {
    const sourced = allRoutes.filter(({ source }) => sectionsOf(source).includes('7'));
    const names = sourced.map(({ method, path }) => `${method} ${path}`);
    expect(names.sort()).toEqual([...specifiedCalls].sort());
  });

  it('has a runnable matrix row for each call', () => {
    const runnableGroups = groupRows(allRows).filter(isRunnable);
    const named = new Set(
      runnableGroups.flatMap(({ method, path }) => {
        const route = routeOf(method, path);
        return route && method === route.method ? [`${route.method} ${route.path}`] : [];
      }),
    );
    expect(specifiedCalls.filter((call) => !named.has(call))).toEqual([]);
  });
});

describe('specification section 2', () => {
  it('lists only screens of the contract (browser tests of the same name open each)', () => {
    const known: string[] = Object.values(screens);
    expect(specifiedScreens.filter((path) => !known.includes(path))).toEqual([]);
  });
});
