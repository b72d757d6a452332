import type { Messages } from '@medcloud/text/messages';
import compile from 'icu-minify/compile';

interface CompiledMessages {
  readonly [name: string]: ReturnType<typeof compile> | CompiledMessages;
}

/** Compiles ICU messages for a formatter without a parser. Throws if a message does not parse. */
export function compileMessages(messages: Messages): CompiledMessages {
  return Object.fromEntries(
    Object.entries(messages).map(([name, one]) => [
      name,
      typeof one === 'string' ? compile(one) : compileMessages(one),
    ]),
  );
}
