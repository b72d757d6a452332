import { runApp } from './app/run-app.ts';
import { readProcessConfig } from './platform/config/config.ts';

async function main(): Promise<void> {
  await runApp(readProcessConfig());
}

main().catch((error: unknown) => {
  process.stderr.write(`\nMedCloud did not start.\n${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
