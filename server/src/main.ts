import { runPortal } from './app/run-portal.ts';
import { configuration } from './platform/config/config.ts';

async function main(): Promise<void> {
  await runPortal(configuration());
}

main().catch((error: unknown) => {
  process.stderr.write(`\nMedCloud did not start.\n${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
