import { expect, it } from 'vitest';
import { hands } from '../../../../viewer/hands.ts';
import { letterOf } from '../steps.ts';
import { changeLooks, changes, handLooks, listKey, mprHandLooks, mprKey } from './acts.ts';

it('gives no key two meanings', () => {
  const keys = [...hands.map((hand) => handLooks[hand].key), ...changes.map((change) => changeLooks[change].key)];
  const others = ['C', 'G', 'U', '?', ',', '.', mprHandLooks.cross.key, mprKey, listKey];
  expect(new Set([...keys, ...others]).size).toBe(keys.length + others.length);
});

it('reads the letter of a Greek keyboard by its place', () => {
  const keys = [
    { key: 'λ', code: 'KeyL' },
    { key: 'l', code: 'KeyL' },
    { key: '?', code: 'Slash' },
    { key: 'Escape', code: 'Escape' },
  ];
  expect(keys.map(letterOf)).toEqual(['L', 'L', '?', 'Escape']);
});
