import type { Plugin } from 'vite';

const file = /@cornerstonejs\/dicom-image-loader\/dist\/esm\/shared\/decoders\/decodeHTJ2K\.js/;
const originalCode = 'const decoder = new local.codec.HTJ2KDecoder();';
const patchedCode = 'local.decoder.delete();\n    const decoder = (local.decoder = new local.codec.HTJ2KDecoder());';

/**
 * The drawing library makes a decoder for each HTJ2K frame and frees none, so that the memory of its WebAssembly, which never shrinks,
 * grows by more than a frame each time until the tab has none left. Here the one before is freed: nothing reads it, since a decoded frame
 * is copied out before anything else runs. Fails the build where the library no longer does it so.
 */
export function freeDecoders(): Plugin {
  return {
    name: 'medcloud:free-decoders',
    apply: 'build',
    transform(code, id) {
      if (!file.test(id)) return null;
      if (!code.includes(originalCode))
        throw new Error('decodeHTJ2K.js has changed: read it, and mend web/free-decoders.ts');
      return { code: code.replace(originalCode, patchedCode), map: null };
    },
  };
}
