import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CastWorld, openCastWorld } from '../harness/world.ts';
import { prepareExams } from '../imaging/prepare-exams.ts';
import { openTlsProxy, type TlsProxy } from '../services/tls-proxy.ts';
import { playRow } from './play.ts';
import type { Play } from './plays.ts';
import { Stage } from './stage.ts';
import { variantOf } from './variants.ts';

/** In evaluation a page is asked on loopback; in production through a proxy that ends TLS. */
export type Posture = 'evaluation' | 'production';

/** Plays rows over HTTP in a world of their own. Says at the end how many, and what `alsoSays` adds. */
export function playMatrix(posture: Posture, plays: readonly Play[], alsoSays: () => string[] = () => []): void {
  describe(`in ${posture}`, () => {
    let place: Awaited<ReturnType<typeof openPlace>> | undefined;
    const count = { rows: 0, requests: 0 };
    beforeAll(async () => {
      place = await openPlace(
        posture,
        plays.some(({ group }) => group.path.startsWith('/dicom-web/')),
      );
    });
    afterAll(async () => {
      await place?.close();
      console.info([`Matrix in ${posture}: ${count.rows} rows run ${count.requests} times.`, ...alsoSays()].join('\n'));
    });

    it.each(plays.map((play) => [play.group.name, play] as const))('%s', async (_, { group, rows }) => {
      if (place === undefined) throw new Error('The world did not open.');
      const { stage } = place;
      const variant = variantOf(group);
      if (variant === null)
        throw new Error('Its route exists: write how it is played in server/test/matrix/variants/.');
      await stage.denials(); // of what came before
      for (const { row, transports } of rows) {
        count.rows += 1;
        for (const transport of transports) {
          count.requests += 1;
          await named(`row ${row.id}, ${row.actor} by ${transport}`, () => playRow(stage, row, variant, transport));
        }
      }
      const { refused, denials } = await stage.denials();
      expect(denials, 'T-AUD3: each refusal of somebody who signed in left one event').toBe(refused);
    });
  });
}

async function openPlace(
  posture: Posture,
  showsImages: boolean,
): Promise<{ stage: Stage; close: () => Promise<void> }> {
  const proxy = posture === 'production' ? await openTlsProxy() : null;
  const environment = {
    UPLOADS_PER_DAY: '100000', // rows begin an upload each
    ...(proxy === null ? {} : { PUBLIC_URL: proxy.origin, TRUSTED_PROXIES: '127.0.0.0/8' }),
  };
  const world = await openCastWorld({ environment, connections: 4 });
  if (showsImages) await prepareExams(world);
  const stage = stageOf(world, proxy);
  const close = async () => {
    stage.close();
    await proxy?.close();
    await world.close();
  };
  return { stage, close };
}

function stageOf(world: CastWorld, proxy: TlsProxy | null): Stage {
  proxy?.leadTo(world.origin);
  return proxy === null ? new Stage(world) : new Stage(world, proxy);
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
