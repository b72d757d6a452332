import { isUuid } from '../../platform/ids/ids.ts';
import { askedBy } from '../audit/actor.ts';
import { record } from '../audit/record.ts';
import { systemScope } from '../authorization/may.ts';
import type { Asking } from '../authorization/who.ts';
import type { Portal } from '../portal/portal.ts';

/** Leaves one event for an act that was refused: which route, by which rule, and of which of our ids. */
export async function noteDenial(
  portal: Pick<Portal, 'db'>,
  asking: Asking,
  { route, code, params = {} }: { route: string; code: string; params?: unknown },
): Promise<void> {
  const object = objectOf(route, params);
  await portal.db.within(systemScope('sign-in'), (tx) =>
    record(tx, {
      event: 'denied',
      outcome: 'denied',
      ...askedBy(asking),
      ...(object === null ? {} : { object }),
      details: { route, code },
    }),
  );
}

/** What stood in the address, if it is an id such as we give: a person may type anything there, a name too. */
function objectOf(route: string, params: unknown): { kind: string; id: string } | null {
  if (typeof params !== 'object' || params === null) return null;
  const id = Object.values(params).find((value) => typeof value === 'string' && isUuid(value));
  if (typeof id !== 'string') return null;
  return { kind: /\/(exams|download)\//.test(route) ? 'exam' : 'other', id: id.toLowerCase() };
}
