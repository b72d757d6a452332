/** Messages of one area: names to ICU texts, grouped at will. */
export interface Messages {
  readonly [name: string]: string | Messages;
}

/** The same keys with other words. A key too few or too many in the second language does not compile. */
export type Same<Original> = {
  readonly [Key in keyof Original]: Original[Key] extends string ? string : Same<Original[Key]>;
};

/** One area's messages in both languages. Screens load with their words, so an area costs nothing until it is opened. */
export interface Texts<Original> {
  readonly en: Original;
  readonly el: Original;
}

/** Joins the two languages of an area. The English texts give the keys and the arguments of every message. */
export function texts<const Original extends Messages>(en: Original, el: Same<Original>): Texts<Original>;
export function texts(en: Messages, el: Messages): Texts<Messages> {
  return { en, el };
}
