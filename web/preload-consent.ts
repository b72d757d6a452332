import { relative, resolve } from 'node:path';
import type { Plugin } from 'vite';
import { findAreas } from './text-areas.ts';

const root = resolve(import.meta.dirname, '..');

/**
 * Preloads the consent page's texts in Greek, the language of most links, in parallel with its script. Other languages
 * load when the script runs.
 */
export function preloadConsent(): Plugin {
  return {
    name: 'medcloud:preload-consent',
    apply: 'build',
    enforce: 'post',
    generateBundle(_options, bundle) {
      const page = bundle['consent.html'];
      if (page?.type !== 'asset') throw new Error('The build has no consent.html.');
      const texts = findAreas(resolve(root, 'web/src/areas/consent/main.tsx')).map((area) => `text/el/${area}.ts`);
      const hasText = (modules: readonly string[]) => modules.some((module) => texts.includes(relative(root, module)));
      const links = Object.values(bundle)
        .filter((chunk) => chunk.type === 'chunk' && hasText(Object.keys(chunk.modules)))
        .map(
          ({ fileName }) => `    <link rel="modulepreload" crossorigin href="/${fileName}" nonce="__CSP_NONCE__">\n`,
        );
      page.source = String(page.source).replace('  </head>', `${links.join('')}  </head>`);
    },
  };
}
