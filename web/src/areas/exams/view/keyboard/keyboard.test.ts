import { expect, it } from 'vitest';
import { toolNames } from '../../../../viewer/tool-names.ts';
import { getLatinKey } from '../key-press.ts';
import {
  changeButtons,
  changes,
  copyLinkKey,
  fusionKey,
  keyImageButton,
  listKey,
  mprKey,
  mprToolButtons,
  overlaysKey,
  paneKey,
  seriesListKey,
  toolButtons,
} from './tool-buttons.ts';

it('assigns each key one meaning', () => {
  const keys = [
    ...toolNames.map((tool) => toolButtons[tool].key),
    ...changes.map((change) => changeButtons[change].key),
  ];
  const others = [
    'C',
    'G',
    'U',
    '?',
    ',',
    '.',
    mprToolButtons.cross.key,
    mprKey,
    fusionKey,
    listKey,
    copyLinkKey,
    paneKey,
    seriesListKey,
    keyImageButton.key,
    overlaysKey,
  ];
  expect(new Set([...keys, ...others]).size).toBe(keys.length + others.length);
});

it('reads the letter of a Greek keyboard by its position', () => {
  const keys = [
    { key: 'λ', code: 'KeyL' },
    { key: 'l', code: 'KeyL' },
    { key: '?', code: 'Slash' },
    { key: 'Escape', code: 'Escape' },
  ];
  expect(keys.map(getLatinKey)).toEqual(['L', 'L', '?', 'Escape']);
});
