import type { Route } from '@medcloud/contract/route';
import { describe, expect, it } from 'vitest';
import { openWorld } from '../harness/world.ts';
import { playMatrix } from './play-matrix.ts';
import { type Play, played, playsOf, waiting } from './plays.ts';
import { actors, allRoutes, groupRows, isSamePath, type RowGroup, readRows, routeOf } from './rows.ts';
import { pathsOfServer } from './server-paths.ts';
import { untraced } from './traces.ts';
import { strayVariants } from './variants.ts';

const rows = readRows();

/**
 * T-AZ: the authorization matrix, row by row, over HTTP. What it holds here; the rows of people are played in `matrix-people.test.ts`, and
 * each row by every transport and on https in the files that end in `.deep.test.ts`.
 */
describe('the authorization matrix (T-AZ, T-GD1, T-H1)', () => {
  it('has rows for every route of the contract', () => {
    const without = allRoutes.filter((route) => !rows.some((row) => routeOf(row.method, row.path) === route));
    expect(without.map(({ method, path }) => `${method} ${path}`)).toEqual([]);
  });

  it('knows of every route with patients’ data what it leaves in the trail (T-AUD3)', () => {
    expect(untraced()).toEqual([]);
  });

  it('has no variant without rows', () => {
    expect(strayVariants(groupRows(rows))).toEqual([]);
  });

  it('plays each row in one of its two halves, unless it waits for its route', () => {
    const halves = rowsOf([...playsOf('people'), ...playsOf('records')]);
    const others = waiting.flatMap((group) => group.rows);
    expect([...halves, ...others].map(({ id }) => id).toSorted()).toEqual(rows.map(({ id }) => id).toSorted());
  });

  it('plays every route by every actor in production as well', () => {
    const once = rowsOf([...playsOf('people'), ...playsOf('records')]).map(
      (row) => `${routeOf(row.method, row.path)?.path} ${row.method} ${row.actor}`,
    );
    const wanted = allRoutes.filter((route) =>
      played.some(({ method, path }) => routeOf(method, path) === route && method === route.method),
    );
    for (const { path, method } of wanted)
      expect(
        actors.filter((actor) => !once.includes(`${path} ${method} ${actor}`)),
        `${method} ${path}`,
      ).toEqual([]);
  });

  it('finds no route of the running server outside the contract', async () => {
    const world = await openWorld();
    const strays = pathsOfServer(world.house.app).filter(
      (path) => !path.startsWith('/api/docs/') && !allRoutes.some((route) => isDrawnAs(route, path)),
    );
    await world.close();
    expect(strays).toEqual([]);
  });

  playMatrix('evaluation', playsOf('records'), whatWaits);
});

const rowsOf = (plays: readonly Play[]) =>
  plays.flatMap((play) => play.rows.filter(({ transports }) => transports.length > 0).map(({ row }) => row));

/** Fastify draws an address that goes on over slashes with a star, without the name before it. */
function isDrawnAs({ path, deep }: Route, drawn: string): boolean {
  return isSamePath(drawn, path) || (deep === true && drawn === path.replace(/\/[^/]*\/\{\w+\}$/, '*'));
}

/** Rows for endpoints that do not exist are listed, not skipped silently. */
function whatWaits(): string[] {
  const count = (list: readonly RowGroup[]) => list.reduce((sum, group) => sum + group.rows.length, 0);
  const lines = waiting.map((group) => `  ${group.name} (${group.rows.length})`);
  return [`${count(waiting)} rows of ${waiting.length} variants wait for their route:`, ...lines];
}
