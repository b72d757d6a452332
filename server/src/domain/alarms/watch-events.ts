import { holdAccount } from '../accounts/hold-account.ts';
import { systemScope } from '../authorization/authorize.ts';
import type { AppContext } from '../core/context.ts';
import type { Tx } from '../database.ts';
import {
  addAccessCounts,
  type Finding,
  findExceeded,
  findUnusualAccess,
  markUnusualDays,
  takeWatchedEvents,
} from './count-events.ts';
import { raiseAlarm } from './raise-alarm.ts';
import { type AlarmSubject, accessRules, eventRules, type KindRule } from './rules.ts';

type WatchContext = Pick<AppContext, 'db' | 'clock' | 'random'>;

/**
 * Counts the events since the last run by the alarm rules, raises alarms, and holds accounts where a rule says so.
 * Events and alarms of a batch commit together, so a crash counts nothing twice and loses nothing. Returns how many
 * events it counted.
 */
export async function watchEvents(context: WatchContext): Promise<number> {
  let counted = 0;
  for (;;) {
    const count = await context.db.within(systemScope('alarms'), (tx) => watchBatch(context, tx));
    if (count === 0) return counted;
    counted += count;
  }
}

async function watchBatch(context: WatchContext, tx: Tx): Promise<number> {
  const ids = await takeWatchedEvents(tx);
  if (ids.length === 0) return 0;
  await addAccessCounts(tx, ids);
  // one statement for each rule of the table, whatever the number of events
  for (const rule of eventRules) await raiseFindings(context, tx, rule, await findExceeded(tx, rule, ids));
  await markUnusualDays(tx, ids);
  for (const rule of accessRules) await raiseFindings(context, tx, rule, await findUnusualAccess(tx, rule, ids));
  return ids.length;
}

/** Raises an alarm of the rule for each finding. At most one a subject of the batch, so at most 1,000. */
async function raiseFindings(
  context: WatchContext,
  tx: Tx,
  { kind, subject, action }: KindRule,
  findings: readonly Finding[],
): Promise<void> {
  for (const finding of findings) {
    const found = describeSubject(subject, finding);
    const isHeld = action === 'hold' && found.userId !== null && !found.isAdministrator;
    const center = subject === 'center' ? { centerId: finding.subject } : {};
    const id = await raiseAlarm(context, tx, { kind, doctorId: null, ...center, found: { ...found, isHeld } });
    if (id !== null && isHeld) await holdAccount(context, tx, { alarmId: id, userId: found.userId, kind });
  }
}

/** Leaves out of a finding what its last event says about others than the subject. */
function describeSubject(subject: AlarmSubject, finding: Finding): Finding {
  const withoutAccount = { ...finding, userId: null, isAdministrator: false, browser: null, system: null };
  switch (subject) {
    case 'network':
      return withoutAccount;
    case 'center':
    case 'installation':
      return { ...withoutAccount, network: null };
    case 'account':
    case 'doctor':
    case 'session':
    case 'token':
      return finding;
  }
}
