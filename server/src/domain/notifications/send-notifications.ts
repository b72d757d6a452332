import { screenPath, screens } from '@medcloud/contract';
import type { NotificationKind } from '@medcloud/contract/choices';
import { systemScope } from '../authorization/authorize.ts';
import { type AppContext, today } from '../core/context.ts';
import type { Tx } from '../database.ts';
import { enqueueMails } from '../messages/enqueue-message.ts';
import { digestMail, notificationMail } from '../messages/notification-texts.ts';
import { type DueNotification, listNextUsers, lockSending, markSent, takeDue } from './store.ts';

type NotifyContext = Pick<AppContext, 'db' | 'queue' | 'keys' | 'clock' | 'random' | 'settings' | 'reachFaultPoint'>;

const usersPerPage = 100;
const noId = '00000000-0000-0000-0000-000000000000';
const dayMs = 86_400_000;

/**
 * Mails doctors what was noted for them: each kind at once, or all of a day in one digest. The mails are stored in the
 * transaction that marks their notifications, so any node may repeat it, and a crash neither loses nor repeats a mail.
 * Access and choices are checked again. Returns the number of mails.
 */
export async function sendNotifications(context: NotifyContext): Promise<number> {
  let sent = 0;
  for (let after: string | undefined = noId; after !== undefined; ) {
    const from: string = after;
    const page = await context.db.within(systemScope('notifications'), (tx) => sendPage(context, tx, from));
    sent += page.mails;
    after = page.last;
  }
  return sent;
}

/** Sends to the users after this one. `last`: the last of a full page. */
async function sendPage(context: NotifyContext, tx: Tx, after: string): Promise<{ mails: number; last?: string }> {
  await lockSending(tx);
  const { timeZone } = context.settings;
  const users = await listNextUsers(tx, timeZone, after, usersPerPage);
  if (users.length === 0) return { mails: 0 };
  const due = await takeDue(tx, timeZone, users);
  const [daily, immediate] = [due.filter(({ isDigest }) => isDigest), due.filter(({ isDigest }) => !isDigest)];
  const { publicUrl } = context.settings;
  const choicesUrl = new URL(screens.accountNotifications, publicUrl).href;
  const toItem = (each: DueNotification) => ({ ...each, url: new URL(pathOf(each), publicUrl).href });
  const mails = [
    ...immediate.map((each) => ({
      to: each.email,
      ...notificationMail(each.language, each, toItem(each), choicesUrl),
    })),
    ...[...Map.groupBy(daily, ({ userId }) => userId).values()].flatMap((items) => {
      const [doctor] = items;
      if (doctor === undefined) return [];
      return [{ to: doctor.email, ...digestMail(doctor.language, doctor, items.map(toItem), choicesUrl) }];
    }),
  ];
  await enqueueMails(context, tx, mails, { kind: 'notification', validMs: dayMs });
  const idsOf = (items: DueNotification[]) => items.flatMap(({ ids }) => ids);
  await markSent(tx, idsOf(immediate), null);
  await markSent(tx, idsOf(daily), today(context));
  if (mails.length > 0) context.reachFaultPoint('notifications-stored');
  const last = users.length < usersPerPage ? undefined : users.at(-1);
  return { mails: mails.length, ...(last === undefined ? {} : { last }) };
}

/** The screen that shows several. */
const listScreens = {
  access_granted: screens.doctorPatients,
  access_changed: screens.doctorPatients,
  access_revoked: screens.doctorPatients,
  exam_arrived: screens.doctorDashboard,
} as const satisfies Record<NotificationKind, string>;

/** Returns the screen that shows what the mail is about: the patient, or the list if it is about several or none is open. */
function pathOf({ kind, patients }: DueNotification): string {
  const [patientId, ...others] = patients;
  if (kind === 'access_revoked' || patientId === undefined || others.length > 0) return listScreens[kind];
  return screenPath('doctorPatientExams', { patientId });
}
