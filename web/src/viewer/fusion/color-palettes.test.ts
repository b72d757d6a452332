import { expect, it } from 'vitest';
import { paletteNames, paletteOf } from './color-palettes.ts';

// SHA-256 of the 256 colors as the standard's palette objects (PS3.6 B.1) have them: red, green, blue, a byte each
const hashes = {
  hotIron: '8bba464199e149c18cf501e8174289abf693e5af4a7db4c1602ad48dd4338dda',
  pet: 'bc03f513531e405c3535f0e0d42ab86fb4d7df84fc02f2cd96e75c364b460145',
  hotMetalBlue: 'a421277b84abae409188b25c2fba742ad459dc30356a4aebd37ceb33a94718f9',
  pet20Step: '6f4f77ec9646ab6c536f1abe9e755ab548dfd0a4e71c4bfe130be2bd355c54ac',
};

it.each(paletteNames)('has the colors of the standard: %s', async (name) => {
  const hash = await crypto.subtle.digest('SHA-256', Uint8Array.from(paletteOf(name)));
  const hex = Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('');
  expect(hex).toBe(hashes[name]);
});
