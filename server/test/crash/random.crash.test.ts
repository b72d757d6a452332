import { randomInt } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Seeded } from '../phantom/seeded.ts';
import { type Ground, openGround } from './ground.ts';
import { reconcile } from './reconcile.ts';
import { uploadUntilGone } from './uploaders.ts';

const kills = process.env.FULL === '1' ? 50 : 10;

/** Security 6, R2. CRASH_SEED repeats a run's moments. */
describe('a portal that is killed at any moment, with four uploads running', () => {
  let ground: Ground;
  const seed = process.env.CRASH_SEED ?? String(randomInt(2 ** 32));

  beforeAll(async () => {
    ground = await openGround();
  });
  afterAll(() => ground.close());

  it(`has lost and changed nothing it acknowledged in ${kills} kills`, { timeout: kills * 20_000 }, async () => {
    console.log(`CRASH_SEED=${seed}`);
    const random = new Seeded(seed);
    const { ledger, uploaders, connection } = ground;
    let swept = 0;
    for (let kill = 1; kill <= kills; kill += 1) {
      const doomed = await ground.start();
      const uploading = ground
        .at(doomed)
        .flatMap((uploader) =>
          [1, 2].map((hand) =>
            uploadUntilGone(
              ledger,
              { ...uploader, name: `${uploader.name}.${hand}` },
              `${seed}.${kill}.${hand}.${uploader.name}`,
            ),
          ),
        );
      // 20 to 520 ms after the first byte, as in the first trial of the plan
      await wait(random.between(20, 520));
      await doomed.kill();
      await Promise.all(uploading);
      const child = await ground.start({ SWEEP: '1' });
      swept += child.swept;
      await reconcile(child, connection, ledger, uploaders);
      await child.close();
    }
    console.log(
      `${kills} kills: ${ledger.acknowledged.size} acknowledged, none lost; ${swept} files without an owner swept`,
    );
    expect(ledger.acknowledged.size).toBeGreaterThan(kills);
  });
});
