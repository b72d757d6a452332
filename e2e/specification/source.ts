import type { Screen } from '@medcloud/contract/screens';
import type { Namespace } from '@medcloud/text/catalogue';
import type { TextKey } from '@medcloud/text/translate';

/** Where a text appears. `notFound` is every URL without a screen. */
export type Place = Screen | 'notFound';

/**
 * Texts that the specification gives verbatim: its section, the screens where they appear, and each text's message key.
 */
export interface Source<Key extends string = string> {
  readonly section: string;
  /** A text must appear on at least one of them: a toast may stay visible on the next screen. */
  readonly on: readonly Place[];
  readonly sentences: { readonly [sentence: string]: Key };
}

/** The texts of a namespace that come from the specification. */
export interface AreaSources {
  readonly name: Namespace;
  readonly sources: readonly Source[];
}

/** Connects a namespace to its sources. An unknown key does not compile. */
export function defineSources<N extends Namespace>(name: N, sources: readonly Source<TextKey<N>>[]): AreaSources {
  return { name, sources };
}
