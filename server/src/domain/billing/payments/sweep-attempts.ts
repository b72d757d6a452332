import { GatewayError } from '../../../platform/outbound/gateway-error.ts';
import { systemScope } from '../../authorization/authorize.ts';
import { waitsForAuthority } from '../fiscal/waits-for-authority.ts';
import { listLiveAttempts } from './attempt-store.ts';
import { type AttemptContext, settleAttempt } from './settle-attempt.ts';

/** A younger attempt has its own job, or its payer is on the way. */
const minAgeSeconds = 60;

/** So many failed calls in a row say that the provider cannot be reached. */
const maxFailed = 3;

/**
 * Settles the attempts whose end no event has told. Stops where the provider cannot be reached: the next run goes on. One
 * whose invoice cannot be issued now, because the tax authority has documents that the portal has not, waits for it too.
 * Returns how many were asked for.
 */
export async function sweepAttempts(context: AttemptContext): Promise<number> {
  if (context.payments === null) return 0;
  const ids = await context.db.within(systemScope('billing'), (tx) => listLiveAttempts(tx, minAgeSeconds));
  let asked = 0;
  let failed = 0;
  for (const id of ids) {
    if (failed === maxFailed) break;
    try {
      await settleAttempt(context, id);
      asked += 1;
      failed = 0;
    } catch (error) {
      if (waitsForAuthority(error)) continue;
      if (!(error instanceof GatewayError)) throw error;
      failed += 1;
    }
  }
  return asked;
}
