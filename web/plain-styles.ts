import type { Plugin } from 'vite';

const file = /@cornerstonejs\/tools\/dist\/esm\/drawingSvg\/drawTextBox\.js/;
const forbidden = "textElement.setAttribute('style', combinedStyle)";

/**
 * The drawing library writes a style attribute on each measurement's text, which our content policy forbids; by the
 * element's own style it may. Fails the build where the library no longer does it so.
 */
export function plainStyles(): Plugin {
  return {
    name: 'medcloud:plain-styles',
    apply: 'build',
    transform(code, id) {
      if (!file.test(id)) return null;
      if (!code.includes(forbidden))
        throw new Error('drawTextBox.js has changed: read it, and mend web/plain-styles.ts');
      return { code: code.replace(forbidden, 'textElement.style.cssText = combinedStyle'), map: null };
    },
  };
}
