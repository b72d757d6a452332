/** For each state: where each act leads from it. An act that a state does not list is refused there. */
export type Transitions<State extends string> = { readonly [From in State]: Readonly<Record<string, State>> };

type Acts<T> = { [From in keyof T]: keyof T[From] }[keyof T];
type TargetOf<T, Act extends PropertyKey> = {
  [From in keyof T]: T[From] extends Record<Act, infer To> ? To : never;
}[keyof T];

/** The states from which an act is allowed, and the one state it leads to: the condition and the value of its UPDATE. */
export function transitionOf<State extends string, T extends Transitions<State>, Act extends Acts<T> & string>(
  transitions: T & Transitions<State>,
  act: Act,
): { from: State[]; to: TargetOf<T, Act> & State };
export function transitionOf(transitions: Transitions<string>, act: string): { from: string[]; to: string } {
  const from = Object.keys(transitions).filter((state) => transitions[state]?.[act] !== undefined);
  const targets = new Set(from.map((state) => transitions[state]?.[act]));
  const [to] = targets;
  if (to === undefined || targets.size > 1) throw new TypeError(`The act ${act} must lead to exactly one state.`);
  return { from, to };
}
