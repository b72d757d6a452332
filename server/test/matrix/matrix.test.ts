import type { Route } from '@medcloud/contract/route';
import { describe, expect, it } from 'vitest';
import { startTestApp } from '../harness/start-test-app.ts';
import { routesWithoutAudit } from './expected-audit.ts';
import { casesOf, kindOf, type MatrixCase, runnableGroups, waitingGroups } from './matrix-cases.ts';
import { actors, allRoutes, groupRows, isSamePath, type Row, type RowGroup, routeOf, allRows as rows } from './rows.ts';
import { runMatrix } from './run-matrix.ts';
import { pathsOfServer } from './server-paths.ts';
import { listStrayVariants } from './variants.ts';

/**
 * T-AZ: the authorization matrix, row by row, over HTTP: the rows that `npm test` selects. This file checks the matrix itself and runs the records phase.
 * `matrix-people.test.ts` runs the people phase. The `.deep.test.ts` files run each row by every transport and on
 * https.
 */
describe('the authorization matrix (T-AZ, T-GD1, T-H1)', () => {
  it('has rows for every route of the contract', () => {
    const uncovered = allRoutes.filter((route) => !rows.some((row) => routeOf(row.method, row.path) === route));
    expect(uncovered.map(({ method, path }) => `${method} ${path}`)).toEqual([]);
  });

  it('defines the audit events of every route with patients’ data (T-AUD3)', () => {
    expect(routesWithoutAudit()).toEqual([]);
  });

  it('has no variant without rows', () => {
    expect(listStrayVariants(groupRows(rows))).toEqual([]);
  });

  it('runs each row in one of two phases, unless its route is not implemented', () => {
    const phaseRows = [...casesOf('people'), ...casesOf('records')].flatMap(({ rows }) => rows.map(({ row }) => row));
    const others = waitingGroups.flatMap((group) => group.rows);
    expect([...phaseRows, ...others].map(({ id }) => id).toSorted()).toEqual(rows.map(({ id }) => id).toSorted());
  });

  it('runs every route that identifies its caller by every kind of actor', () => {
    const caseKeys = rowsOf([...casesOf('people'), ...casesOf('records')]).map(
      (row) => `${routeOf(row.method, row.path)?.path} ${row.method} ${kindOf(row.actor)}`,
    );
    const runnable = allRoutes.filter(
      (route) =>
        route.access !== 'anyone' &&
        route.access !== 'holder' &&
        runnableGroups.some(({ method, path }) => routeOf(method, path) === route && method === route.method),
    );
    expect(runnable.length).toBeGreaterThan(0);
    for (const { path, method } of runnable)
      expect(
        actors.filter((actor) => !caseKeys.includes(`${path} ${method} ${kindOf(actor)}`)),
        `${method} ${path}`,
      ).toEqual([]);
  });

  it('runs each outcome of every variant', () => {
    const outcomesOf = (cases: readonly Row[]) => [...new Set(cases.map(({ status, body }) => `${status} ${body}`))];
    for (const matrixCase of [...casesOf('people'), ...casesOf('records')])
      expect(outcomesOf(rowsOf([matrixCase])).toSorted(), matrixCase.group.name).toEqual(
        outcomesOf(matrixCase.group.rows).toSorted(),
      );
  });

  it('finds no route of the running server outside the contract', async () => {
    const testApp = await startTestApp();
    const strays = pathsOfServer(testApp.app.fastify).filter(
      (path) => !path.startsWith('/api/docs/') && !allRoutes.some((route) => isPathOfRoute(route, path)),
    );
    await testApp.close();
    expect(strays).toEqual([]);
  });

  runMatrix('evaluation', casesOf('records'), listWaitingGroups);
});

const rowsOf = (cases: readonly MatrixCase[]) =>
  cases.flatMap((matrixCase) =>
    matrixCase.rows.filter(({ transports }) => transports.length > 0).map(({ row }) => row),
  );

/** Compares a route's path with Fastify's printed one, which shows a wildcard as a star without the name before it. */
function isPathOfRoute({ path, hasWildcard }: Route, printed: string): boolean {
  return isSamePath(printed, path) || (hasWildcard === true && printed === path.replace(/\/[^/]*\/\{\w+\}$/, '*'));
}

/** Lists rows of routes that do not exist, so they are not skipped silently. */
function listWaitingGroups(): string[] {
  const count = (list: readonly RowGroup[]) => list.reduce((sum, group) => sum + group.rows.length, 0);
  const lines = waitingGroups.map((group) => `  ${group.name} (${group.rows.length})`);
  return [`${count(waitingGroups)} rows of ${waitingGroups.length} variants wait for their route:`, ...lines];
}
