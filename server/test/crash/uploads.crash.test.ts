import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isDeep } from '../harness/depth.ts';
import type { ChildApp } from '../harness/start-child-app.ts';
import { offsetOf } from '../harness/tus.ts';
import { type CrashFixture, createCrashFixture } from './create-crash-fixture.ts';
import { type PartUploader, sendPartsUntilGone, sendRest } from './part-uploaders.ts';
import { reconcile } from './reconcile.ts';

/** Security 6, R1, for resumable uploads: from the first byte to the last response. */
describe('a portal that is killed at a fault point of a resumable upload', () => {
  let fixture: CrashFixture;
  /** The portal that survived one fault point; it is killed at the next. */
  let child: ChildApp;
  beforeAll(async () => {
    fixture = await createCrashFixture();
    child = fixture.first;
  });
  afterAll(() => fixture.close());

  const always: [string, number][] = [['after-commit', 2]];
  // The random kills also hit within a part, and the tests of the form also kill before the commit.
  const deep: [string, number][] = [
    ['part-kept', 2],
    ['part-settled', 2],
    ['upload-whole', 1],
    ['chunk-written', 9],
    ['before-commit', 1],
    ['chunk-written', 1],
    ['part-settled', 1],
    ['part-kept', 1],
    ['upload-whole', 2],
    ['before-commit', 2],
    ['after-commit', 1],
  ];
  const points = isDeep ? [...always, ...deep] : always;
  const title = 'resumes at or after the last acknowledged byte, and creates one exam: %s, passing %i';

  it.each(points)(title, async (point, occurrence) => {
    const { uploadLog, uploaders, connection } = fixture;
    await child.crashAt(`${point}:${occurrence}`);
    const [uploader] = fixture.uploadersAt(child);
    if (!uploader) throw new Error('There is no uploader.');
    const state: PartUploader = { pending: null };
    await sendPartsUntilGone(uploadLog, uploader, state, `${point} ${occurrence}`);
    await child.ended;

    child = await fixture.start({ DELETE_ORPHANS: '1' });
    await reconcile(child, connection, uploadLog, uploaders, 'new');
    const [survivor] = fixture.uploadersAt(child);
    if (!survivor || !state.pending) throw new Error('No upload was pending.');
    const before = uploadLog.acknowledged.size;
    const { path, bytes } = state.pending;
    if (point === 'after-commit') expect(await offsetOf(survivor.client, path)).toBe(bytes.length);
    expect(await sendRest(uploadLog, survivor, state.pending)).toBe(true);
    expect(uploadLog.acknowledged.size).toBe(before + 1);
    await reconcile(child, connection, uploadLog, uploaders, 'new');
  });

  it('keeps every byte of earlier exams after all kills', async () => {
    await reconcile(child, fixture.connection, fixture.uploadLog, fixture.uploaders);
  });
});
