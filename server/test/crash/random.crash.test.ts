import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isDeep, seed as runSeed } from '../harness/depth.ts';
import { waitUntil } from '../harness/wait-until.ts';
import { Seeded } from '../phantom/seeded.ts';
import { type CrashFixture, createCrashFixture } from './create-crash-fixture.ts';
import { type PartUploader, sendPartsUntilGone } from './part-uploaders.ts';
import { reconcile } from './reconcile.ts';
import { uploadUntilGone } from './uploaders.ts';

// CRASH_RUNS: any number
const kills = Number(process.env.CRASH_RUNS ?? (isDeep ? 100 : 2));

/** Security 6, R2, with uploads by the form and in parts. CRASH_SEED repeats a run's moments. */
describe('a portal that is killed at any moment, with eight uploads running', () => {
  let fixture: CrashFixture;
  const seed = process.env.CRASH_SEED ?? String(runSeed);

  beforeAll(async () => {
    fixture = await createCrashFixture();
  });
  afterAll(() => fixture.close());

  it(`has lost and changed nothing it acknowledged in ${kills} kills`, async () => {
    console.log(`CRASH_SEED=${seed}`);
    const random = new Seeded(seed);
    const { uploadLog, uploaders, connection } = fixture;
    const states = new Map<string, PartUploader>();
    let child = fixture.first;
    let deletedObjects = 0;
    for (let kill = 1; kill <= kills; kill += 1) {
      const uploading = fixture.uploadersAt(child).flatMap((uploader) =>
        [1, 2].flatMap((uploadNumber) => {
          const namedUploader = { ...uploader, name: `${uploader.name}.${uploadNumber}` };
          const state = states.get(namedUploader.name) ?? { pending: null };
          states.set(namedUploader.name, state);
          const ownSeed = `${seed}.${kill}.${uploadNumber}.${uploader.name}`;
          return [
            uploadUntilGone(uploadLog, namedUploader, ownSeed),
            sendPartsUntilGone(uploadLog, namedUploader, state, `${ownSeed} in parts`),
          ];
        }),
      );
      // every other one once something more was acknowledged, however slow the machine is
      const before = uploadLog.acknowledged.size;
      const isMore = waitUntil(() => kill % 2 === 1 || uploadLog.acknowledged.size > before);
      await Promise.race([isMore, Promise.all(uploading)]);
      // any moment will do, that is the test: 20 to 520 ms after the first byte, and nothing is said about how far the portal then is
      await wait(random.between(20, 520));
      await child.kill();
      await Promise.all(uploading);
      // whoever is held against the ledger is the next to be killed; what was read once is read again at the end
      child = await fixture.start({ SWEEP: '1' });
      deletedObjects += child.deletedObjects;
      await reconcile(child, connection, uploadLog, uploaders, kill < kills ? 'new' : 'all');
    }
    console.log(
      `${kills} kills: ${uploadLog.acknowledged.size} acknowledged, none lost; ${deletedObjects} files without an owner swept`,
    );
    expect(uploadLog.acknowledged.size).toBeGreaterThanOrEqual(2 + Math.floor(kills / 2));
  });
});
