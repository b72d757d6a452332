import type { Failure } from './failures.ts';

/** The run: `npm test` or `npm run test:deep`, and the seed of its random tests. */
export interface Run {
  readonly isDeep: boolean;
  readonly seed: string;
}

/** With more names the command is unreadable, so the complete files are repeated. */
const maxNames = 5;

const quote = (word: string) => (/^[\w./:@=-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`);

const seededStages = ['properties', 'crash'];

/** Returns the command that repeats one stage's failed tests, as precisely as its runner can select them. */
export function repeatCommand({ isDeep, seed }: Run, stage: string, failures: readonly Failure[]): string {
  const places = [...new Set(failures.flatMap(({ place }) => place ?? []))];
  const names = [...new Set(failures.flatMap(({ name }) => name ?? []))];
  const hasAllNames = names.length > 0 && names.length <= maxNames && failures.every(({ name }) => name !== undefined);
  const pattern = names.map((name) => name.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')).join('|');
  const words = [stage, ...places, ...(hasAllNames ? ['-t', pattern] : [])].map(quote);
  const command = `npm ${isDeep ? 'run test:deep' : 'test'} -- ${words.join(' ')}`;
  return seededStages.includes(stage) ? `SEED=${seed} ${command}` : command;
}
