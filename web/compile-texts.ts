import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Messages } from '@medcloud/text/messages';
import type { Plugin } from 'vite';
import { compileMessages } from './src/text/compile-messages.ts';

const folder = resolve(import.meta.dirname, '../text');

async function rewrite(file: string): Promise<string> {
  const areas: Record<string, Messages> = await import(pathToFileURL(file).href);
  const lines = Object.entries(areas).map(
    ([name, messages]) => `export const ${name} = ${JSON.stringify(compileMessages(messages))};`,
  );
  return lines.join('\n');
}

// The landing page's texts are already in its HTML; its script writes a few of them without a formatter.
const isArea = (id: string) =>
  id.startsWith(folder) && /^\/\w+\/[\w/-]+\.ts$/.test(id.slice(folder.length)) && !id.endsWith('/pages/landing.ts');

/**
 * Compiles the texts and replaces the formatter by one without an ICU parser, which costs 9 kB gzip on every screen.
 */
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
