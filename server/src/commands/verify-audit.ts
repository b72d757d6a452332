import { parseArgs } from 'node:util';
import { openStores } from '../app/create-context.ts';
import { readGivenAnchors } from '../domain/audit/anchors/read-given-anchors.ts';
import { collectNewestAnchors, verifyWithAnchors } from '../domain/audit/anchors/verify-with-anchors.ts';
import { deriveChainKeys } from '../domain/audit/chain/chain-keys.ts';
import { resumeChain } from '../domain/audit/chain/resume-chain.ts';
import { readProcessConfig } from '../platform/config/config.ts';
import { runCommand } from './run-command.ts';

/*
 * `npm run audit:verify`: verifies the complete audit chain, also against the anchors that it can fetch. Prints in one
 * sentence that it is intact, or its first bad record; then which anchor confirms how much.
 * `-- --anchor FILE|CHECKPOINT:RECORD:HASH` adds anchors, repeatable. `-- --known-restore NUMBER` accepts the checkpoint after a
 * restore, repeatable. `-- --key` also prints the public key of its checkpoints. `-- --restored` first signs that the
 * chain continues from a restored backup. Exit code 0: intact. 1: a fault was found. 2: the
 * command could not run, or could not read a configured place of anchors.
 */

const options = {
  anchor: { type: 'string', multiple: true },
  'known-restore': { type: 'string', multiple: true },
  key: { type: 'boolean' },
  restored: { type: 'boolean' },
} as const;

async function main(): Promise<number> {
  const { values } = parseArgs({ options });
  const knownRestores = (values['known-restore'] ?? []).map(parseNumber);
  const { context, close } = await openStores(readProcessConfig());
  const print = (line: string) => process.stdout.write(`${line}\n`);
  try {
    const keys = deriveChainKeys(context.keys);
    if (values.key) process.stdout.write(keys.verifying.export({ type: 'spki', format: 'pem' }));
    const given = await readGivenAnchors(values.anchor ?? [], keys);
    if (values.restored) {
      const anchors = [...given, ...(await collectNewestAnchors(context))];
      print(`The chain continues from record ${await resumeChain(context, anchors)}.`);
    }
    return await verifyWithAnchors(context, { given, knownRestores }, print);
  } finally {
    await close();
  }
}

function parseNumber(text: string): number {
  if (!/^[1-9]\d{0,14}$/.test(text)) throw new Error(`${text} is not the number of a checkpoint.`);
  return Number(text);
}

runCommand(main, 'The audit log was not verified.');
