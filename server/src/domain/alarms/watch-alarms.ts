import type { SendContext } from '../core/context.ts';
import { mailAlarms } from './mail-alarms.ts';
import { watchEvents } from './watch-events.ts';

/** Counts new events by the alarm rules, then mails the alarms that wait for a mail, whichever act raised them. */
export async function watchAlarms(context: SendContext): Promise<void> {
  await watchEvents(context);
  await mailAlarms(context);
}
