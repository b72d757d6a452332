import { routes } from '@medcloud/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isDeep } from '../harness/depth.ts';
import type { ChildApp } from '../harness/start-child-app.ts';
import { type CrashFixture, createCrashFixture } from './create-crash-fixture.ts';
import { reconcile } from './reconcile.ts';
import { uploadFile, uploadUntilGone } from './uploaders.ts';

/** Security 6, R1. */
describe('a portal that is killed at a fault point of an upload', () => {
  let fixture: CrashFixture;
  /** The portal that survived one fault point; it is killed at the next. */
  let child: ChildApp;

  beforeAll(async () => {
    fixture = await createCrashFixture();
    child = fixture.first;
  });
  afterAll(() => fixture.close());

  const always: [string, number][] = [['after-commit', 3]];
  const deep: [string, number][] = [
    ['file-stored', 3],
    ['chunk-written', 2],
    ['before-commit', 1],
    ['chunk-written', 1],
    ['chunk-written', 30],
    ['file-stored', 1],
    ['before-commit', 3],
    ['after-commit', 1],
  ];

  it.each(isDeep ? [...always, ...deep] : always)(
    'keeps every acknowledged exam unchanged: %s, passing %i',
    async (point, occurrence) => {
      const { uploadLog, uploaders, connection } = fixture;
      await child.crashAt(`${point}:${occurrence}`);
      const [uploader] = fixture.uploadersAt(child);
      if (!uploader) throw new Error('There is no uploader.');
      await uploadUntilGone(uploadLog, uploader, `${point} ${occurrence}`);
      await child.ended;

      child = await fixture.start({ DELETE_ORPHANS: '1' });
      if (point === 'file-stored' || point === 'before-commit') expect(child.deletedObjects).toBe(1);
      if (point === 'after-commit') expect(child.deletedObjects).toBe(0);
      await reconcile(child, connection, uploadLog, uploaders, 'new');

      // The client retries with the same key. The exam exists once, whether or not it had been stored.
      const before = await countExams(child.origin, fixture);
      const [survivor] = fixture.uploadersAt(child);
      const last = [...uploadLog.sent.values()].at(-1);
      if (!survivor || !last) throw new Error('Nothing was sent.');
      expect(await uploadFile(uploadLog, survivor, last.bytes, last.key)).toBe(true);
      expect((await countExams(child.origin, fixture)) - before).toBe(point === 'after-commit' ? 0 : 1);
      await reconcile(child, connection, uploadLog, uploaders, 'new');
    },
  );

  it('keeps every byte of earlier exams after all kills', async () => {
    await reconcile(child, fixture.connection, fixture.uploadLog, fixture.uploaders);
  });

  async function countExams(origin: string, { uploaders }: CrashFixture): Promise<number> {
    const [uploader] = uploaders;
    if (!uploader) return 0;
    const { sessionId } = uploader.client;
    const response = await fetch(`${origin}${routes.center.examHistory.path}?limit=1`, {
      headers: { authorization: `Bearer ${sessionId}` },
    });
    await response.arrayBuffer();
    return Number(response.headers.get('x-total-count'));
  }
});
