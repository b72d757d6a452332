import { askedBy } from '../audit/actor.ts';
import { record } from '../audit/record.ts';
import { systemScope } from '../authorization/may.ts';
import type { Asking } from '../authorization/who.ts';
import type { Portal } from '../portal/portal.ts';

/** Leaves one event for an act that was refused: which route, and by which rule. */
export async function noteDenial(
  portal: Pick<Portal, 'db'>,
  asking: Asking,
  cause: { route: string; code: string },
): Promise<void> {
  await portal.db.within(systemScope('sign-in'), (tx) =>
    record(tx, { event: 'denied', outcome: 'denied', ...askedBy(asking), details: cause }),
  );
}
