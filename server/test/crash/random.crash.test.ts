import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isDeep, seed as runSeed } from '../harness/depth.ts';
import { eventually } from '../harness/leftovers.ts';
import { Seeded } from '../phantom/seeded.ts';
import { type Ground, openGround } from './ground.ts';
import { type PartUploader, sendPartsUntilGone } from './part-uploaders.ts';
import { reconcile } from './reconcile.ts';
import { uploadUntilGone } from './uploaders.ts';

// CRASH_RUNS: any number
const kills = Number(process.env.CRASH_RUNS ?? (isDeep ? 100 : 2));

/** Security 6, R2, with uploads by the form and in parts. CRASH_SEED repeats a run's moments. */
describe('a portal that is killed at any moment, with eight uploads running', () => {
  let ground: Ground;
  const seed = process.env.CRASH_SEED ?? String(runSeed);

  beforeAll(async () => {
    ground = await openGround();
  });
  afterAll(() => ground.close());

  it(`has lost and changed nothing it acknowledged in ${kills} kills`, async () => {
    console.log(`CRASH_SEED=${seed}`);
    const random = new Seeded(seed);
    const { ledger, uploaders, connection } = ground;
    const memories = new Map<string, PartUploader>();
    let child = ground.first;
    let swept = 0;
    for (let kill = 1; kill <= kills; kill += 1) {
      const uploading = ground.at(child).flatMap((uploader) =>
        [1, 2].flatMap((hand) => {
          const named = { ...uploader, name: `${uploader.name}.${hand}` };
          const memory = memories.get(named.name) ?? { pending: null };
          memories.set(named.name, memory);
          const ownSeed = `${seed}.${kill}.${hand}.${uploader.name}`;
          return [
            uploadUntilGone(ledger, named, ownSeed),
            sendPartsUntilGone(ledger, named, memory, `${ownSeed} in parts`),
          ];
        }),
      );
      // every other one once something more was acknowledged, however slow the machine is
      const before = ledger.acknowledged.size;
      const isMore = eventually(() => kill % 2 === 1 || ledger.acknowledged.size > before);
      await Promise.race([isMore, Promise.all(uploading)]);
      // any moment will do, that is the test: 20 to 520 ms after the first byte, and nothing is said about how far the portal then is
      await wait(random.between(20, 520));
      await child.kill();
      await Promise.all(uploading);
      // whoever is held against the ledger is the next to be killed; what was read once is read again at the end
      child = await ground.start({ SWEEP: '1' });
      swept += child.swept;
      await reconcile(child, connection, ledger, uploaders, kill < kills ? 'new' : 'all');
    }
    console.log(
      `${kills} kills: ${ledger.acknowledged.size} acknowledged, none lost; ${swept} files without an owner swept`,
    );
    expect(ledger.acknowledged.size).toBeGreaterThanOrEqual(2 + Math.floor(kills / 2));
  });
});
