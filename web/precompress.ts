import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import type { Plugin } from 'vite';

const compress = promisify(brotliCompress);
const minBytes = 1_024;

/** A tenth less costs twenty times the time: only for the files that pages name. Of a large one the last 2 % cost as much. */
const quality = { named: 11, large: 10, other: 9 };
const largeBytes = 1_048_576;

/**
 * Compresses scripts, styles, decoders and rendered pages at the build, next to the files (`.br`), so that the server compresses none of
 * them per request.
 */
export function precompress(): Plugin {
  return {
    name: 'medcloud:precompress',
    apply: 'build',
    enforce: 'post',
    // later than Vite's own changes to the scripts
    async writeBundle({ dir = '' }, bundle) {
      const files = Object.values(bundle).map((file) => ({
        name: file.fileName,
        content: Buffer.from(file.type === 'chunk' ? file.code : file.source),
      }));
      const pages = files.filter(({ name }) => name.endsWith('.html')).map(({ content }) => content.toString());
      for (const { name, content } of files) {
        if (!/\.(?:html|js|css|svg|wasm)$/.test(name) || content.length < minBytes) continue;
        if (content.includes('__CSP_NONCE__')) continue; // differs in each response
        const isNamed = name.endsWith('.html') || pages.some((page) => page.includes(name));
        const params = {
          [constants.BROTLI_PARAM_QUALITY]: !isNamed
            ? quality.other
            : content.length < largeBytes
              ? quality.named
              : quality.large,
          [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
        };
        await writeFile(join(dir, `${name}.br`), await compress(content, { params }));
      }
    },
  };
}
