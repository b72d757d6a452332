import compile from 'icu-minify/compile';
import type { Messages } from './define-messages.ts';

interface CompiledMessages {
  readonly [name: string]: ReturnType<typeof compile> | CompiledMessages;
}

/** Every ICU text as the list that a formatter without a parser walks. Fails for a text that cannot be read. */
export function compileMessages(messages: Messages): CompiledMessages {
  return Object.fromEntries(
    Object.entries(messages).map(([name, one]) => [
      name,
      typeof one === 'string' ? compile(one) : compileMessages(one),
    ]),
  );
}
