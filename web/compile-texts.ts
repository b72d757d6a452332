import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';
import { compileMessages } from './src/text/compile-messages.ts';
import type { Messages } from './src/text/define-messages.ts';

const folder = resolve(import.meta.dirname, 'src/text');

async function rewrite(file: string): Promise<string> {
  const areas: Record<string, Messages> = await import(pathToFileURL(file).href);
  const lines = Object.entries(areas).map(
    ([name, messages]) => `export const ${name} = ${JSON.stringify(compileMessages(messages))};`,
  );
  return lines.join('\n');
}

// The contract's sentences are compared as they are written, and are no ICU texts. The landing page's words stand in its
// HTML already; the few that its script writes, it writes without a formatter.
const uncompiled = /\/(?:sentences|landing)\.(?:en|el)\.ts$/;
const isArea = (id: string) => id.startsWith(folder) && /\.(?:en|el)\.ts$/.test(id) && !uncompiled.test(id);

/** Ships the texts compiled, and a formatter that only walks them: the parser of ICU is 9 kB gzip of every screen. */
export function compileTexts(): Plugin {
  return {
    name: 'medcloud:compile-texts',
    apply: 'build',
    enforce: 'pre',
    config: () => ({
      resolve: {
        alias: [{ find: /^use-intl\/format-message$/, replacement: 'use-intl/format-message/format-only' }],
      },
    }),
    load: async (id) => (isArea(id) ? rewrite(id) : null),
  };
}
