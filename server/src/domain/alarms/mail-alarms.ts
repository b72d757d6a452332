import { systemScope } from '../authorization/authorize.ts';
import type { SendContext } from '../core/context.ts';
import type { Tx } from '../database.ts';
import { enqueueMail } from '../messages/enqueue-message.ts';
import { writeAccountMail, writeAdministratorMail } from './alarm-mails.ts';
import { isMailedToAccount } from './rules.ts';
import { listAdministrators, listAlarmsToMail, type MailedAlarm, markMailed } from './store.ts';

/**
 * Enqueues the mails of new alarms, in each recipient's language. An administrator gets at most one mail of a kind in an
 * hour, and an account at most one about a kind: what comes meanwhile is in the next one. An alarm that was seen before
 * its mail is not mailed to administrators. Mails and marks commit together, so no alarm is mailed twice.
 */
export async function mailAlarms(context: SendContext): Promise<void> {
  await context.db.within(systemScope('alarms'), async (tx) => {
    const alarms = await listAlarmsToMail(tx);
    if (alarms.length === 0) return;
    const forAdministrators = alarms.filter(({ administratorsDue, isSeen }) => administratorsDue && !isSeen);
    const forAccounts = alarms.filter(({ accountDue, kind, email }) => accountDue && email && isMailedToAccount(kind));
    await mailAdministrators(context, tx, forAdministrators);
    await mailAccounts(context, tx, forAccounts);
    await markMailed(tx, {
      administrators: forAdministrators.map(({ id }) => id),
      accounts: forAccounts.map(({ id }) => id),
      withoutMail: {
        administrators: alarms.filter(({ isSeen }) => isSeen).map(({ id }) => id),
        accounts: alarms.filter(({ kind, email }) => !email || !isMailedToAccount(kind)).map(({ id }) => id),
      },
    });
  });
}

/** One mail for each administrator and kind. An administrator's own alarms come in the account's mail. */
async function mailAdministrators(context: SendContext, tx: Tx, alarms: readonly MailedAlarm[]): Promise<void> {
  if (alarms.length === 0) return;
  const kinds = Map.groupBy(alarms, ({ kind }) => kind);
  for (const { id, email, language } of await listAdministrators(tx))
    for (const [kind, all] of kinds) {
      const others = all.filter(({ userId }) => userId !== id || !isMailedToAccount(kind));
      if (others.length === 0) continue;
      const mail = writeAdministratorMail(context.settings, language, kind, others);
      await enqueueMail(context, tx, { to: email, ...mail }, { kind: 'alarm', validMs: null });
    }
}

/** One mail for each account and kind, about the newest of its alarms. */
async function mailAccounts(context: SendContext, tx: Tx, alarms: readonly MailedAlarm[]): Promise<void> {
  const newest = new Map(alarms.map((alarm) => [`${alarm.kind} ${alarm.userId}`, alarm]));
  for (const alarm of newest.values()) {
    const { email, kind } = alarm;
    if (email === null || !isMailedToAccount(kind)) continue;
    const mail = writeAccountMail(context.settings, kind, alarm);
    await enqueueMail(context, tx, { to: email, ...mail }, { kind: 'account-alarm', validMs: null });
  }
}
