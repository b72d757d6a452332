/** Messages of one area: names to ICU texts, optionally in groups. */
export interface Messages {
  readonly [name: string]: string | Messages;
}

/** The same keys with other texts. A missing or extra key in the second language does not compile. */
export type SameKeys<Original> = {
  readonly [Key in keyof Original]: Original[Key] extends string ? string : SameKeys<Original[Key]>;
};

/** One area's messages in both languages. Screens import their texts, so an area loads only when it is opened. */
export interface LocalizedMessages<Original> {
  readonly en: Original;
  readonly el: Original;
}

/** Combines the two languages of an area. The English texts define the keys and arguments of every message. */
export function defineMessages<const Original extends Messages>(
  en: Original,
  el: SameKeys<Original>,
): LocalizedMessages<Original>;
export function defineMessages(en: Messages, el: Messages): LocalizedMessages<Messages> {
  return { en, el };
}
