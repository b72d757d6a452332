import type { Failure } from './failures.ts';

/** Which run it was: `npm test` or `npm run test:deep`, and the seed that its random tests drew from. */
export interface Run {
  readonly isDeep: boolean;
  readonly seed: string;
}

/** More names than these make no command that one reads: then the whole files are repeated. */
const maxNames = 5;

const quote = (word: string) => (/^[\w./:@=-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`);

const seededStages = ['properties', 'crash'];

/** The command that runs one stage's failed tests again, and nothing else as far as their runner can tell them apart. */
export function repeatCommand({ isDeep, seed }: Run, stage: string, failures: readonly Failure[]): string {
  const places = [...new Set(failures.flatMap(({ place }) => place ?? []))];
  const names = [...new Set(failures.flatMap(({ name }) => name ?? []))];
  const hasAllNames = names.length > 0 && names.length <= maxNames && failures.every(({ name }) => name !== undefined);
  const pattern = names.map((name) => name.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')).join('|');
  const words = [stage, ...places, ...(hasAllNames ? ['-t', pattern] : [])].map(quote);
  const command = `npm ${isDeep ? 'run test:deep' : 'test'} -- ${words.join(' ')}`;
  return seededStages.includes(stage) ? `SEED=${seed} ${command}` : command;
}
