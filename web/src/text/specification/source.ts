import type { Screen } from '@medcloud/contract/screens';
import type { Messages } from '../define-messages.ts';

/** The dotted keys of an area's texts: `login.success`. */
export type KeyOf<Area> = {
  [Name in keyof Area & string]: Area[Name] extends string ? Name : `${Name}.${KeyOf<Area[Name]>}`;
}[keyof Area & string];

/** Where a person meets a sentence; `notFound` is every address without a screen. */
export type Place = Screen | 'notFound';

/** Sentences that the specification gives word for word: its section, the screens where they appear, and each with its key in the texts. */
export interface Source<Key extends string = string> {
  readonly section: string;
  /** It is enough to be seen on one: a toast may outlive the screen that raised it. */
  readonly on: readonly Place[];
  readonly sentences: { readonly [sentence: string]: Key };
}

/** An area's texts with those of their sentences that come from the specification. Read by tests alone, so it costs no byte of any screen. */
export interface AreaSources {
  readonly name: string;
  readonly en: Messages;
  readonly el: Messages;
  readonly sources: readonly Source[];
}

/** Joins an area to its sources. A key that the area does not have does not compile. */
export function defineSources<Area extends Messages>(
  name: string,
  area: { en: Area; el: Messages },
  sources: readonly Source<KeyOf<Area>>[],
): AreaSources {
  return { name, ...area, sources };
}
