import type { Transitions } from '../../src/platform/db/transitions.ts';

/** A state and an act, for a test that tries the act through the database. */
export interface StatePair {
  from: string;
  /** The act, and who does it if several ways are tried: `revoke (center)`. */
  name: string;
  /** Where the table says it leads; the state itself if the state refuses the act. */
  targets: readonly string[];
  isListed: boolean;
}

/** Pairs every state of a table with every act. */
export function listStatePairs(transitions: Transitions<string>, acts: object): StatePair[] {
  return Object.entries(transitions).flatMap(([from, listed]) =>
    Object.keys(acts).map((name) => {
      const targets = [listed[actOf(name)] ?? []].flat();
      const isListed = targets.length > 0;
      return { from, name, isListed, targets: isListed ? targets : [from] };
    }),
  );
}

/** Lists the acts that the table has and no test tries, and the other way round. */
export function listUnpairedActs(transitions: Transitions<string>, acts: object): string[] {
  const listed = new Set(Object.values(transitions).flatMap((targets) => Object.keys(targets)));
  return [...listed.symmetricDifference(new Set(Object.keys(acts).map(actOf)))];
}

const actOf = (name: string) => name.replace(/ \(.*/, '');
