import { expect, it } from 'vitest';
import { hands } from '../../viewer/hands.ts';
import { changeLooks, changes, handLooks } from './acts.ts';

it('gives no key two meanings', () => {
  const keys = [...hands.map((hand) => handLooks[hand].key), ...changes.map((change) => changeLooks[change].key)];
  const others = ['C', 'G', 'U', '?', ',', '.'];
  expect(new Set([...keys, ...others]).size).toBe(keys.length + others.length);
});
