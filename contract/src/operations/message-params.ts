/** Parameters of a message: codes, counts, sizes. Never a name, number, token or text typed by a user. */
export type MessageParams = Readonly<Record<string, string | number>>;
