import type { Plugin } from 'vite';

const file = /@cornerstonejs\/tools\/dist\/esm\/drawingSvg\/drawTextBox\.js/;
const forbidden = "textElement.setAttribute('style', combinedStyle)";

/**
 * Patches Cornerstone's tools to set a measurement text's style by `element.style` and not by the style attribute,
 * which our CSP forbids. Fails the build if the library's code has changed.
 */
export function plainStyles(): Plugin {
  return {
    name: 'medcloud:plain-styles',
    apply: 'build',
    transform(code, id) {
      if (!file.test(id)) return null;
      if (!code.includes(forbidden))
        throw new Error('drawTextBox.js has changed: check it and update web/plain-styles.ts');
      return { code: code.replace(forbidden, 'textElement.style.cssText = combinedStyle'), map: null };
    },
  };
}
