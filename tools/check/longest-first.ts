import { BaseSequencer, type TestSequencerConstructor, type TestSpecification } from 'vitest/node';

/** The slowest files of the unit stages: from five seconds in `npm test`, from twenty in the deep run. */
export const longUnitFiles = [
  'server/test/billing/dunning/dunning.deep.test.ts',
  'server/test/matrix/matrix-production.deep.test.ts',
  'server/test/matrix/matrix-production-people.deep.test.ts',
  'server/test/matrix/matrix.deep.test.ts',
  'server/test/matrix/matrix-people.deep.test.ts',
  'tools/demo/demo.deep.test.ts',
  'server/test/keys/rotate-keys.deep.test.ts',
  'server/test/matrix/matrix.test.ts',
  'server/test/matrix/matrix-people.test.ts',
  'server/test/imaging/virus-scan.test.ts',
  'server/test/exams/patient-mismatch.test.ts',
  'server/test/operations/health.test.ts',
  'server/test/backup/backup.test.ts',
  'server/test/matrix/negative-sweep/negative-sweep.test.ts',
  'server/test/access/consent.test.ts',
  'server/test/matrix/row-level-security/overridden-authorization.test.ts',
  'server/test/messages/outbound.test.ts',
  'server/test/imaging/index-exam.test.ts',
];

/** The files of the crash stage, ordered by the number of portals they start. */
export const longCrashFiles = [
  'random.deep',
  'failing-files',
  'imaging.deep',
  'embedded',
  'points',
  'messages',
  'uploads',
  'backup.deep',
].map((name) => `server/test/crash/${name}.crash.test.ts`);

/**
 * Creates a sequencer that runs the slow files of each project first, so the run does not end with a single busy
 * worker. The others follow in vitest's order: by its cache of the last run in this folder, or by size.
 */
export function createLongestFirst(long: readonly string[]): TestSequencerConstructor {
  return class extends BaseSequencer {
    override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
      const usual = await super.sort(files);
      const projects = [...new Set(usual.map(({ project }) => project))];
      return projects.flatMap((item) =>
        sortFirst(
          usual.filter(({ project }) => project === item),
          ({ moduleId }) => long.findIndex((file) => moduleId.endsWith(`/${file}`)),
        ),
      );
    }
  };
}

/** Sorts items with an index first, by that index; the others keep their order. */
export function sortFirst<T>(items: readonly T[], indexOf: (item: T) => number): T[] {
  const first = items.filter((item) => indexOf(item) >= 0).toSorted((a, b) => indexOf(a) - indexOf(b));
  return [...first, ...items.filter((item) => indexOf(item) < 0)];
}
