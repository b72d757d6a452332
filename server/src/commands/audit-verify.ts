import { parseArgs } from 'node:util';
import { openStores } from '../app/house.ts';
import { resumeTrail } from '../domain/trail/resume-trail.ts';
import { trailKeys } from '../domain/trail/trail-keys.ts';
import { sayVerdict } from '../domain/trail/verdict.ts';
import { verifyTrail } from '../domain/trail/verify-trail.ts';
import { configuration } from '../platform/config/config.ts';
import { runCommand } from './run-command.ts';

/*
 * `npm run audit:verify`: reads the whole audit trail and says in one sentence that it is whole, or which record is bad first.
 * `-- --key` prints the public key of its checkpoints besides; `-- --restored` signs first that the trail goes on from a
 * backup that was restored. Ends with 0 where all is good, with 1 where something is not, with 2 where it could not run.
 */

async function main(): Promise<number> {
  const { values } = parseArgs({ options: { key: { type: 'boolean' }, restored: { type: 'boolean' } } });
  const { portal, close } = await openStores(configuration());
  try {
    if (values.key) process.stdout.write(trailKeys(portal.keys).verifying.export({ type: 'spki', format: 'pem' }));
    if (values.restored) process.stdout.write(`The trail goes on from record ${await resumeTrail(portal)}.\n`);
    const verdict = await verifyTrail(portal);
    process.stdout.write(`${sayVerdict(verdict)}\n`);
    return verdict.fault === null ? 0 : 1;
  } finally {
    await close();
  }
}

runCommand(main, 'Verifying did not run.');
