/** Messages of one area: names to ICU texts, optionally in groups. */
export interface Messages {
  readonly [name: string]: string | Messages;
}

/** The same keys with other texts. A missing or extra key in another language does not compile. */
export type SameKeys<Original> = {
  readonly [Key in keyof Original]: Original[Key] extends string ? string : SameKeys<Original[Key]>;
};
