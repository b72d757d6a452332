import { routes } from '@medcloud/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Child } from '../harness/child.ts';
import { isDeep } from '../harness/depth.ts';
import { type Ground, openGround } from './ground.ts';
import { reconcile } from './reconcile.ts';
import { uploadOnce, uploadUntilGone } from './uploaders.ts';

/** Security 6, R1. */
describe('a portal that is killed at a named point of an upload', () => {
  let ground: Ground;
  /** Whoever outlived one point is killed at the next. */
  let child: Child;

  beforeAll(async () => {
    ground = await openGround();
    child = ground.first;
  });
  afterAll(() => ground.close());

  const always: [string, number][] = [
    ['file-stored', 3],
    ['after-commit', 3],
  ];
  const deep: [string, number][] = [
    ['chunk-written', 2],
    ['before-commit', 1],
    ['chunk-written', 1],
    ['chunk-written', 30],
    ['file-stored', 1],
    ['before-commit', 3],
    ['after-commit', 1],
  ];

  it.each(isDeep ? [...always, ...deep] : always)(
    'has lost and changed nothing it acknowledged: %s, passing %i',
    async (point, passing) => {
      const { ledger, uploaders, connection } = ground;
      await child.crashAt(`${point}:${passing}`);
      const [uploader] = ground.at(child);
      if (!uploader) throw new Error('There is no uploader.');
      await uploadUntilGone(ledger, uploader, `${point} ${passing}`);
      await child.ended;

      child = await ground.start({ SWEEP: '1' });
      if (point === 'file-stored' || point === 'before-commit') expect(child.swept).toBe(1);
      if (point === 'after-commit') expect(child.swept).toBe(0);
      await reconcile(child, connection, ledger, uploaders, 'new');

      // the sender tries again with the same key: the exam is there once, whether or not it had been kept
      const before = await countExams(child.origin, ground);
      const [survivor] = ground.at(child);
      const last = [...ledger.sent.values()].at(-1);
      if (!survivor || !last) throw new Error('Nothing was sent.');
      expect(await uploadOnce(ledger, survivor, last.bytes, last.key)).toBe(true);
      expect((await countExams(child.origin, ground)) - before).toBe(point === 'after-commit' ? 0 : 1);
      await reconcile(child, connection, ledger, uploaders, 'new');
    },
  );

  it('has changed no byte of an earlier exam in all these deaths', async () => {
    await reconcile(child, ground.connection, ground.ledger, ground.uploaders);
  });

  async function countExams(origin: string, { uploaders }: Ground): Promise<number> {
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
