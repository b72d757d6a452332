import { configuration } from './platform/config/config.ts';
import { runPortal } from './run-portal.ts';

async function main(): Promise<void> {
  await runPortal(configuration());
}

main().catch((error: unknown) => {
  process.stderr.write(`\nMedCloud did not start.\n${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
