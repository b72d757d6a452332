import type { Rule, SourceFile } from '../tree.ts';

/** A path of imports from `start` back to itself, the shortest there is, or undefined. */
function cycleThrough(start: string, next: ReadonlyMap<string, readonly string[]>): string[] | undefined {
  const cameFrom = new Map<string, string>();
  const queue = [start];
  for (const here of queue) {
    for (const there of next.get(here) ?? []) {
      if (there === start) {
        const path = [start];
        for (let step = here; step !== start; step = cameFrom.get(step) ?? start) path.splice(0, 0, step);
        return [start, ...path.filter((one) => one !== start), start];
      }
      if (!cameFrom.has(there)) {
        cameFrom.set(there, here);
        queue.push(there);
      }
    }
  }
  return undefined;
}

/** Drops, again and again, every file that imports none of the rest: what remains lies on a cycle or leads to one. */
function suspects(files: readonly SourceFile[], next: Map<string, readonly string[]>): string[] {
  let remaining = files.map(({ path }) => path);
  for (;;) {
    const present = new Set(remaining);
    const kept = remaining.filter((path) => next.get(path)?.some((target) => present.has(target)));
    if (kept.length === remaining.length) return kept;
    remaining = kept;
  }
}

/** No file may come back to itself through its imports; one that is only for a type counts as well. */
export const checkCycles: Rule = ({ files }) => {
  const next = new Map(files.map(({ path, imports }) => [path, imports.flatMap(({ target }) => target ?? [])]));
  const told = new Set<string>();
  return suspects(files, next).flatMap((path) => {
    const cycle = told.has(path) ? undefined : cycleThrough(path, next);
    if (cycle === undefined) return [];
    for (const member of cycle) told.add(member);
    return [{ rule: 'cycles', path, line: 1, message: cycle.join(' -> ') }];
  });
};
