import { describe, expect, it } from 'vitest';
import { FairQueue } from './fair-queue.ts';

const queueOf = (...items: string[]) => {
  const queue = new FairQueue<string>();
  for (const item of items) queue.add(item.charAt(0), item);
  return queue;
};
const takeAll = (queue: FairQueue<string>) => {
  const taken: string[] = [];
  for (let item = queue.take(); item !== undefined; item = queue.take()) taken.push(item);
  return taken;
};

describe('FairQueue', () => {
  it('lets groups take turns', () => {
    expect(takeAll(queueOf('a1', 'a2', 'a3', 'b1', 'c1', 'b2'))).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
  });

  it('removes an item that waits', () => {
    const queue = queueOf('a1', 'a2', 'b1');
    queue.remove('a', 'a1');
    queue.remove('b', 'b1');
    queue.remove('c', 'c1');
    expect(takeAll(queue)).toEqual(['a2']);
  });

  it('returns all items when it is cleared', () => {
    const queue = queueOf('a1', 'b1', 'a2');
    expect(queue.clear()).toEqual(['a1', 'a2', 'b1']);
    expect(queue.take()).toBeUndefined();
  });
});
