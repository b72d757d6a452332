import { parseArgs } from 'node:util';
import { openStores } from '../app/create-context.ts';
import { deriveChainKeys } from '../domain/audit/chain/chain-keys.ts';
import { resumeChain } from '../domain/audit/chain/resume-chain.ts';
import { formatVerdict } from '../domain/audit/chain/verdict.ts';
import { verifyChain } from '../domain/audit/chain/verify-chain.ts';
import { readProcessConfig } from '../platform/config/config.ts';
import { runCommand } from './run-command.ts';

/*
 * `npm run audit:verify`: verifies the complete audit chain. Prints in one sentence that it is intact, or its first bad
 * record. `-- --key` also prints the public key of its checkpoints. `-- --restored` first signs that the chain
 * continues from a restored backup. Exit code 0: intact. 1: a fault was found. 2: the command could not run.
 */

async function main(): Promise<number> {
  const { values } = parseArgs({ options: { key: { type: 'boolean' }, restored: { type: 'boolean' } } });
  const { context, close } = await openStores(readProcessConfig());
  try {
    if (values.key)
      process.stdout.write(deriveChainKeys(context.keys).verifying.export({ type: 'spki', format: 'pem' }));
    if (values.restored) process.stdout.write(`The trail goes on from record ${await resumeChain(context)}.\n`);
    const verdict = await verifyChain(context);
    process.stdout.write(`${formatVerdict(verdict)}\n`);
    return verdict.fault === null ? 0 : 1;
  } finally {
    await close();
  }
}

runCommand(main, 'Verifying did not run.');
