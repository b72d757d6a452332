/** Messages of one area: names to ICU texts, grouped at will. */
export interface Messages {
  readonly [name: string]: string | Messages;
}

/** The same keys with other words. A key too few or too many in the second language does not compile. */
export type SameKeys<Original> = {
  readonly [Key in keyof Original]: Original[Key] extends string ? string : SameKeys<Original[Key]>;
};

/** One area's messages in both languages. Screens load with their words, so an area costs nothing until it is opened. */
export interface LocalizedMessages<Original> {
  readonly en: Original;
  readonly el: Original;
}

/** Joins the two languages of an area. The English texts give the keys and the arguments of every message. */
export function defineMessages<const Original extends Messages>(
  en: Original,
  el: SameKeys<Original>,
): LocalizedMessages<Original>;
export function defineMessages(en: Messages, el: Messages): LocalizedMessages<Messages> {
  return { en, el };
}
