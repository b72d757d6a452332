import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemScope } from '../../../src/domain/authorization/authorize.ts';
import { describeScope, RowScope } from '../../../src/platform/db/row-scope.ts';
import { startTestApp, type TestApp } from '../../harness/start-test-app.ts';

/** A scope with values that no mint would create. */
class Forged extends RowScope {
  readonly session: string | null;
  readonly link: string | null;
  readonly system: string | null;
  constructor(values: { session?: string; link?: string; system?: string }) {
    super();
    this.session = values.session ?? null;
    this.link = values.link ?? null;
    this.system = values.system ?? null;
  }
}

const unsafe = [
  `'; DROP TABLE patients; --`,
  `a'b`,
  'a\\b',
  'A',
  'a b',
  'a\n',
  'a;b',
  'a$$b',
  '\u0000',
  'é',
  "'; SET ROLE postgres; --",
];

describe('RowScope', () => {
  let testApp: TestApp;
  beforeAll(async () => {
    testApp = await startTestApp();
  });
  afterAll(() => testApp.close());

  it.each(unsafe)('rejects the text %j before anything reaches the database', async (text) => {
    for (const part of ['session', 'link', 'system']) {
      const forged = new Forged({ [part]: text });
      expect(() => describeScope(forged, 0)).toThrow(TypeError);
      let hasRun = false;
      const attempt = async () =>
        await testApp.app.context.db.within(forged, async () => {
          hasRun = true;
        });
      await expect(attempt()).rejects.toThrow(TypeError);
      expect(hasRun).toBe(false);
    }
  });

  it('runs its transaction only with the application’s role', async () => {
    const { rows } = await testApp.app.context.db.within(systemScope('health'), (tx) =>
      sql<{ who: string }>`SELECT current_user AS who`.execute(tx),
    );
    expect(rows).toEqual([{ who: 'medcloud_app' }]);
  });

  it('does not accept an object of the same shape', () => {
    // @ts-expect-error: the type is nominal, so only a minted scope reaches the database
    const forged: RowScope = { session: null, link: null, system: 'start' };
    expect(forged).not.toBeInstanceOf(RowScope);
  });

  it('is created only by authorization: no other module extends RowScope or imports its mint', () => {
    const offenders = sources().filter(
      ({ path, text }) =>
        !path.startsWith('domain/authorization/') &&
        (/extends RowScope\b|\/test-scope\.ts'/.test(text) ||
          /import \{[^}]*\bmint\b[^}]*\} from '[^']*authorization\/scope\.ts'/.test(text)),
    );
    expect(offenders.map(({ path }) => path)).toEqual([]);
    expect(sources().some(({ text }) => /extends RowScope\b/.test(text))).toBe(true);
  });
});

/** Returns every source file of the server except tests and their parts. */
function sources(): { path: string; text: string }[] {
  const root = fileURLToPath(new URL('../../../src', import.meta.url));
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !/\.test\.ts$|(^|\/)test-[^/]*\.ts$/.test(path))
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));
}
