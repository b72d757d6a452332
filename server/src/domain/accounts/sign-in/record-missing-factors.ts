import { record } from '../../audit/record/record.ts';
import { systemScope } from '../../authorization/authorize.ts';
import type { DbContext } from '../../core/context.ts';
import { takeMissedFactors } from '../../factors/use-factor.ts';

/**
 * Records each sign-in whose password was right and whose factor did not come in time: the alarm `password_known` counts them.
 * Returns how many.
 */
export async function recordMissingFactors({ db }: DbContext): Promise<number> {
  return await db.within(systemScope('alarms'), async (tx) => {
    const missed = await takeMissedFactors(tx);
    const entries = missed.map(({ userId, addressBlock }) => ({
      event: 'login' as const,
      outcome: 'failure' as const,
      actor: { kind: 'nobody' as const, personId: userId },
      ...(addressBlock !== null && { addressBlock }),
      details: { cause: 'factor_missing' },
    }));
    await record(tx, ...entries);
    return missed.length;
  });
}
