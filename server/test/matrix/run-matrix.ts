import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Transport } from '../harness/client.ts';
import { startTestAppWithFixtures, type TestAppWithFixtures } from '../harness/start-test-app.ts';
import { indexExams } from '../imaging/index-exams.ts';
import { startTlsProxy, type TlsProxy } from '../services/tls-proxy.ts';
import { startStripeServer } from '../stand-ins/stripe.ts';
import { joinMembers } from './matrix-accounts.ts';
import type { MatrixCase } from './matrix-cases.ts';
import { MatrixFixture } from './matrix-fixture.ts';
import type { Sender } from './rows.ts';
import { runRow } from './run-row.ts';
import { variantOf } from './variants.ts';

/** `evaluation`: requests on loopback. `production`: requests through a proxy that terminates TLS. */
export type Posture = 'evaluation' | 'production';

/** Defines tests that send rows over HTTP to their own test app. Prints the counts and `extraLines` at the end. */
export function runMatrix(posture: Posture, cases: readonly MatrixCase[], extraLines: () => string[] = () => []): void {
  describe(`in ${posture}`, () => {
    let matrixApp: Awaited<ReturnType<typeof startMatrixApp>> | undefined;
    const counts = new Counts();
    beforeAll(async () => {
      matrixApp = await startMatrixApp(
        posture,
        cases.some(({ group }) => group.path.startsWith('/dicom-web/')),
      );
      if (cases.some(({ rows }) => rows.some(({ member }) => member))) await joinMembers(matrixApp.fixture.testApp);
    });
    afterAll(async () => {
      await matrixApp?.close();
      console.info([`Matrix in ${posture}: ${counts.describe()}`, ...extraLines()].join('\n'));
    });

    it.each(cases.map((matrixCase) => [matrixCase.group.name, matrixCase] as const))(
      '%s',
      async (_, { group, rows }) => {
        if (matrixApp === undefined) throw new Error('The test app did not start.');
        const { fixture } = matrixApp;
        const variant = variantOf(group);
        if (variant === null) throw new Error('Its route exists: add its variant in server/test/matrix/variants/.');
        await fixture.denials(); // reset the counts
        for (const { row, transports, member } of rows) {
          const sender = member ?? row.actor;
          const run = (transport: Transport) => runRow(fixture, row, variant, transport, member);
          await counts.count(sender, transports, (transport) =>
            withErrorPrefix(`row ${row.id}, ${sender} by ${transport}`, () =>
              variant.isWithoutFactor && row.actor === 'admin'
                ? fixture.runWithoutFactor(() => run(transport))
                : run(transport),
            ),
          );
        }
        const { refusedCount, denials } = await fixture.denials();
        expect(denials, 'T-AUD3: each refusal of a signed-in actor writes one event').toBe(refusedCount);
      },
    );
  });
}

/** The rows and requests that ran, and rows by actor with how many of them were wrong. */
class Counts {
  readonly #byActor = new Map<string, { rows: number; wrong: number }>();
  #requests = 0;

  /** Sends a row by each transport, and counts it. */
  async count(
    sender: Sender,
    transports: readonly Transport[],
    run: (transport: Transport) => Promise<void>,
  ): Promise<void> {
    if (transports.length === 0) return;
    const ofActor = this.#byActor.get(sender) ?? { rows: 0, wrong: 0 };
    this.#byActor.set(sender, ofActor);
    ofActor.rows += 1;
    ofActor.wrong += 1;
    for (const transport of transports) {
      this.#requests += 1;
      await run(transport);
    }
    ofActor.wrong -= 1;
  }

  describe(): string {
    const actors = [...this.#byActor];
    const rows = actors.reduce((sum, [, each]) => sum + each.rows, 0);
    const lines = actors.map(([actor, each]) => `  ${actor}: ${each.rows} rows, ${each.wrong} wrong`);
    return [`${rows} rows run ${this.#requests} times.`, ...lines].join('\n');
  }
}

/** On https, invoices need the operator's own facts, and their transfer an account. */
const seller = {
  OPERATOR_VAT: 'EL094014201',
  OPERATOR_LEGAL_NAME: 'Example AE',
  OPERATOR_ADDRESS: '1 Ermou, Athens',
  BANK_IBAN: 'GR1601101250000000012300695',
  BANK_HOLDER: 'Example AE',
};

async function startMatrixApp(
  posture: Posture,
  hasImages: boolean,
): Promise<{ fixture: MatrixFixture; close: () => Promise<void> }> {
  const proxy = posture === 'production' ? await startTlsProxy() : null;
  const stripe = await startStripeServer();
  const environment = {
    UPLOADS_PER_DAY: '100000', // each row creates an upload
    PAYMENTS_URL: stripe.url,
    ...(proxy === null
      ? {}
      : { PUBLIC_URL: proxy.origin, TRUSTED_PROXIES: '127.0.0.0/8', SECOND_FACTOR_GRACE_DAYS: '365', ...seller }),
  };
  const testApp = await startTestAppWithFixtures({ environment, connections: 4 });
  if (hasImages) await indexExams(testApp);
  const fixture = createFixture(testApp, proxy);
  const close = async () => {
    fixture.close();
    await proxy?.close();
    await testApp.close();
    await stripe.close();
  };
  return { fixture, close };
}

function createFixture(testApp: TestAppWithFixtures, proxy: TlsProxy | null): MatrixFixture {
  proxy?.setTarget(testApp.origin);
  return proxy === null ? new MatrixFixture(testApp) : new MatrixFixture(testApp, proxy);
}

/** Prefixes an error's message with the row and transport. */
async function withErrorPrefix(name: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (error instanceof Error) error.message = `${name}: ${error.message}`;
    throw error;
  }
}
