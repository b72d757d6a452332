import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

const script = /<script src="\/(theme|start-calls)\.js"([^>]*)><\/script>/g;

const textOf = (name: string) => readFileSync(`${import.meta.dirname}/public/${name}.js`, 'utf8').trim();

/**
 * Moves the short scripts that run before the first paint into every page, because a browser renders nothing while it
 * waits for one. The server allows exactly these texts, by their hashes (`http/pages/register-pages.ts`).
 */
export function inlineScripts(): Plugin {
  return {
    name: 'medcloud:inline-scripts',
    apply: 'build',
    enforce: 'post',
    generateBundle(_options, bundle) {
      for (const page of Object.values(bundle)) {
        if (page.type !== 'asset' || !page.fileName.endsWith('.html')) continue;
        page.source = String(page.source).replace(
          script,
          (_, name: string, attributes: string) => `<script${attributes}>${textOf(name)}</script>`,
        );
      }
    },
  };
}
