import { BaseSequencer, type TestSequencerConstructor, type TestSpecification } from 'vitest/node';

/** The files of the unit stages that take longest: of `npm test` from five seconds on, of the deep run from twenty. */
export const longUnitFiles = [
  'server/test/matrix/matrix-production.deep.test.ts',
  'server/test/matrix/matrix-production-people.deep.test.ts',
  'server/test/matrix/matrix.deep.test.ts',
  'server/test/matrix/matrix-people.deep.test.ts',
  'tools/demo/demo.deep.test.ts',
  'server/test/matrix/matrix.test.ts',
  'server/test/matrix/matrix-people.test.ts',
  'server/test/matrix/negative-sweep/negative-sweep.test.ts',
  'server/test/access/consent.test.ts',
  'server/test/matrix/row-level-security/overridden-authorization.test.ts',
  'server/test/messages/outbound.test.ts',
  'server/test/imaging/index-exam.test.ts',
];

/** Those of the crash stage, by how many portals they start. */
export const longCrashFiles = ['random', 'imaging', 'points', 'messages', 'uploads', 'backup'].map(
  (name) => `server/test/crash/${name}.crash.test.ts`,
);

/**
 * Begins each project with the long files, so that no worker is alone with one at the end. The others follow as vitest orders them: by
 * what it remembers of the last run in this folder or, where there was none, by size.
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

/** Those that have a place in front, in its order, and then the others as they stand. */
export function sortFirst<T>(items: readonly T[], indexOf: (item: T) => number): T[] {
  const first = items.filter((item) => indexOf(item) >= 0).toSorted((a, b) => indexOf(a) - indexOf(b));
  return [...first, ...items.filter((item) => indexOf(item) < 0)];
}
