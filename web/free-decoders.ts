import type { Plugin } from 'vite';

const file = /@cornerstonejs\/dicom-image-loader\/dist\/esm\/shared\/decoders\/decodeHTJ2K\.js/;
const originalCode = 'const decoder = new local.codec.HTJ2KDecoder();';
const patchedCode = 'local.decoder.delete();\n    const decoder = (local.decoder = new local.codec.HTJ2KDecoder());';

/**
 * Patches Cornerstone's image loader to free the previous HTJ2K decoder before it creates the next one. The library
 * creates a decoder per frame and frees none, so its WebAssembly memory grows by more than a frame each time until the
 * tab runs out. Freeing the previous decoder is safe: its decoded frame is copied out before other code runs. Fails the
 * build if the library's code has changed.
 */
export function freeDecoders(): Plugin {
  return {
    name: 'medcloud:free-decoders',
    apply: 'build',
    transform(code, id) {
      if (!file.test(id)) return null;
      if (!code.includes(originalCode))
        throw new Error('decodeHTJ2K.js has changed: check it and update web/free-decoders.ts');
      return { code: code.replace(originalCode, patchedCode), map: null };
    },
  };
}
