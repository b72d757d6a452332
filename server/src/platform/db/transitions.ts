/**
 * For each state: where each act leads from it, or the states it may lead to if the row's other columns decide. An act
 * that a state does not list is refused there.
 */
export type Transitions<State extends string> = {
  readonly [From in State]: Readonly<Record<string, State | readonly State[]>>;
};

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
  const from = statesBefore(transitions, act);
  const targets = new Set(from.flatMap((state) => transitions[state]?.[act] ?? []));
  const [to] = targets;
  if (to === undefined || targets.size > 1) throw new TypeError(`The act ${act} must lead to exactly one state.`);
  return { from, to };
}

/** The states from which an act is allowed: the condition of an UPDATE that computes its value. */
export function statesBefore<State extends string, T extends Transitions<State>>(
  transitions: T & Transitions<State>,
  act: Acts<T> & string,
): State[];
export function statesBefore(transitions: Transitions<string>, act: string): string[] {
  return Object.keys(transitions).filter((state) => transitions[state]?.[act] !== undefined);
}
