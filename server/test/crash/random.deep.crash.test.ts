import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isDeep, seed as runSeed } from '../harness/depth.ts';
import { waitUntil } from '../harness/wait-until.ts';
import { Seeded } from '../phantom/seeded.ts';
import { type CrashFixture, createCrashFixture } from './create-crash-fixture.ts';
import { type PartUploader, sendPartsUntilGone } from './part-uploaders.ts';
import { reconcile } from './reconcile.ts';
import { uploadUntilGone } from './uploaders.ts';

// CRASH_RUNS sets the number of kills.
const kills = Number(process.env.CRASH_RUNS ?? (isDeep ? 40 : 2));

/** Security 6, R2, with uploads by form and in parts. CRASH_SEED repeats a run's kill times. */
describe('a portal that is killed at random moments during eight uploads', () => {
  let fixture: CrashFixture;
  const seed = process.env.CRASH_SEED ?? String(runSeed);

  beforeAll(async () => {
    fixture = await createCrashFixture();
  });
  afterAll(() => fixture.close());

  it(`keeps every acknowledged exam unchanged in ${kills} kills`, async () => {
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
      // Every second kill waits for one more acknowledgement, also on a slow machine.
      const before = uploadLog.acknowledged.size;
      const isMore = waitUntil(() => kill % 2 === 1 || uploadLog.acknowledged.size > before);
      await Promise.race([isMore, Promise.all(uploading)]);
      // The kill may hit any moment, 20 to 520 ms after the first byte; the portal's progress does not matter.
      await wait(random.between(20, 520));
      await child.kill();
      await Promise.all(uploading);
      // The portal that is reconciled is the next to be killed. Exams read once are read again only at the end.
      child = await fixture.start({ DELETE_ORPHANS: '1' });
      deletedObjects += child.deletedObjects;
      await reconcile(child, connection, uploadLog, uploaders, kill < kills ? 'new' : 'all');
    }
    console.log(
      `${kills} kills: ${uploadLog.acknowledged.size} acknowledged, none lost; ${deletedObjects} files without an owner swept`,
    );
    expect(uploadLog.acknowledged.size).toBeGreaterThanOrEqual(2 + Math.floor(kills / 2));
  });
});
