import type { Route } from '@medcloud/contract/route';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { prepareExams } from '../imaging/prepare-exams.ts';
import { type CastWorld, openCastWorld } from '../world.ts';
import { playRow, transportsOf } from './play.ts';
import { allRoutes, groupRows, isRunnable, isSamePath, type RowGroup, readRows, routeOf } from './rows.ts';
import { pathsOfServer } from './server-paths.ts';
import { Stage } from './stage.ts';
import { untraced } from './traces.ts';
import { strayVariants, variantOf } from './variants.ts';

const rows = readRows();
const groups = groupRows(rows);
const waits = (group: RowGroup) => group.rows.every((row) => row.waitsFor === 'STOW');
const played = groups.filter((group) => isRunnable(group) && !waits(group));
const printed = groups.filter((group) => !played.includes(group));

/** The authorization matrix, row by row, over HTTP, in evaluation posture. */
describe('the authorization matrix', () => {
  let world: CastWorld;
  let stage: Stage;
  const count = { rows: 0, requests: 0 };

  beforeAll(async () => {
    world = await openCastWorld();
    await prepareExams(world);
    stage = new Stage(world);
  });
  afterAll(async () => {
    stage.close();
    await world.close();
    console.info(summary(count));
  });

  it('has rows for every route of the contract', () => {
    const without = allRoutes.filter((route) => !rows.some((row) => routeOf(row.method, row.path) === route));
    expect(without.map(({ method, path }) => `${method} ${path}`)).toEqual([]);
  });

  it('knows of every route with patients’ data what it leaves in the trail', () => {
    expect(untraced()).toEqual([]);
  });

  it('has no variant without rows', () => {
    expect(strayVariants(groups)).toEqual([]);
  });

  it('finds no route of the running server outside the contract', () => {
    const strays = pathsOfServer(world.house.app).filter(
      (path) => !path.startsWith('/api/docs/') && !allRoutes.some((route) => isDrawnAs(route, path)),
    );
    expect(strays).toEqual([]);
  });

  it.each(played.map((group) => [group.name, group] as const))(
    '%s',
    async (_, group) => {
      const variant = variantOf(group);
      if (variant === null)
        throw new Error('Its route exists: write how it is played in server/test/matrix/variants/.');
      await stage.denials(); // of what came before
      for (const row of group.rows) {
        count.rows += 1;
        for (const transport of transportsOf(row)) {
          count.requests += 1;
          await named(`row ${row.id}, ${row.actor} by ${transport}`, () => playRow(stage, row, variant, transport));
        }
      }
      const { refused, denials } = await stage.denials();
      expect(denials, 'T-AUD3: each refusal of somebody who signed in left one event').toBe(refused);
    },
    60_000,
  );
});

/** Fastify draws an address that goes on over slashes with a star, without the name before it. */
function isDrawnAs({ path, deep }: Route, drawn: string): boolean {
  return isSamePath(drawn, path) || (deep === true && drawn === path.replace(/\/[^/]*\/\{\w+\}$/, '*'));
}

/** Says which row and transport an expectation belongs to. */
async function named(name: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (error instanceof Error) error.message = `${name}: ${error.message}`;
    throw error;
  }
}

function summary(count: { rows: number; requests: number }): string {
  const rowsOf = (list: RowGroup[]) => list.reduce((sum, group) => sum + group.rows.length, 0);
  const lines = printed.map((group) => `  ${group.name} (${group.rows.length})`);
  return [
    `Matrix: ${count.rows} rows run ${count.requests} times; ${rowsOf(printed)} rows of ${printed.length} variants wait for their route:`,
    ...lines,
  ].join('\n');
}
