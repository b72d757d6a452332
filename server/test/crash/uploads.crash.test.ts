import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Child } from '../harness/child.ts';
import { isDeep } from '../harness/depth.ts';
import { offsetOf } from '../harness/tus.ts';
import { type Ground, openGround } from './ground.ts';
import { type PartUploader, sendPartsUntilGone, sendRest } from './part-uploaders.ts';
import { reconcile } from './reconcile.ts';

/** Security 6, R1, of uploads in parts: from the first byte to the last answer. */
describe('a portal that is killed at a named point of an upload in parts', () => {
  let ground: Ground;
  /** Whoever outlived one point is killed at the next. */
  let child: Child;
  beforeAll(async () => {
    ground = await openGround();
    child = ground.first;
  });
  afterAll(() => ground.close());

  const always: [string, number][] = [
    ['part-kept', 2],
    ['after-commit', 2],
  ];
  // a kill within a part is among the random ones too, and one before the commit among those of the form
  const deep: [string, number][] = [
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
  const what = 'goes on from no byte before the last acknowledged, and makes one exam: %s, passing %i';

  it.each(points)(what, async (point, passing) => {
    const { ledger, uploaders, connection } = ground;
    await child.crashAt(`${point}:${passing}`);
    const [uploader] = ground.at(child);
    if (!uploader) throw new Error('There is no uploader.');
    const memory: PartUploader = { pending: null };
    await sendPartsUntilGone(ledger, uploader, memory, `${point} ${passing}`);
    await child.ended;

    child = await ground.start({ SWEEP: '1' });
    await reconcile(child, connection, ledger, uploaders, 'new');
    const [survivor] = ground.at(child);
    if (!survivor || !memory.pending) throw new Error('Nothing was under way.');
    const before = ledger.acknowledged.size;
    const { path, bytes } = memory.pending;
    if (point === 'after-commit') expect(await offsetOf(survivor.client, path)).toBe(bytes.length);
    expect(await sendRest(ledger, survivor, memory.pending)).toBe(true);
    expect(ledger.acknowledged.size).toBe(before + 1);
    await reconcile(child, connection, ledger, uploaders, 'new');
  });

  it('has changed no byte of an earlier exam in all these deaths', async () => {
    await reconcile(child, ground.connection, ground.ledger, ground.uploaders);
  });
});
