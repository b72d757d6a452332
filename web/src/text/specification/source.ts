import type { Screen } from '@medcloud/contract/screens';
import type { Messages } from '../define-messages.ts';

/** The dotted keys of an area's texts: `login.success`. */
export type KeyOf<Area> = {
  [Name in keyof Area & string]: Area[Name] extends string ? Name : `${Name}.${KeyOf<Area[Name]>}`;
}[keyof Area & string];

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

/**
 * An area's texts and those that come from the specification. Only tests import it, so no screen's bundle contains it.
 */
export interface AreaSources {
  readonly name: string;
  readonly en: Messages;
  readonly el: Messages;
  readonly sources: readonly Source[];
}

/** Connects an area to its sources. An unknown key does not compile. */
export function defineSources<Area extends Messages>(
  name: string,
  area: { en: Area; el: Messages },
  sources: readonly Source<KeyOf<Area>>[],
): AreaSources {
  return { name, ...area, sources };
}
