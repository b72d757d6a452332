import type { Messages } from '@medcloud/text/messages';
import { registerTexts } from './load-texts.ts';

// Each file is a chunk of its own, so a screen loads its areas in one language. The areas that only the server or the
// rendered pages use are left out.
registerTexts(
  import.meta.glob<Messages>(
    ['../../../text/*/**/*.ts', '!../../../text/*/{server/*,pages/*,breach-notices,gallery}.ts'],
    { import: 'messages' },
  ),
);

// The component gallery's. The condition is a constant, so the build removes it.
if (import.meta.env.DEV) {
  registerTexts(import.meta.glob<Messages>('../../../text/*/gallery.ts', { import: 'messages' }));
}
