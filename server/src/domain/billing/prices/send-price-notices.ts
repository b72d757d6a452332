import { addDays, dayAfter } from '../../../platform/time/days.ts';
import { formatLocalTime } from '../../../platform/time/format-local-time.ts';
import { record } from '../../audit/record/record.ts';
import { systemScope } from '../../authorization/authorize.ts';
import { type AppContext, today } from '../../core/context.ts';
import type { Tx } from '../../database.ts';
import { priceNoticeMail } from '../../messages/price-notice-texts.ts';
import { describePlanLine } from '../invoices/describe-lines.ts';
import { sendToAccount } from '../invoices/send-invoice-mail.ts';
import { lockSubscription } from '../subscriptions/store.ts';
import { endOfPeriod } from '../subscriptions/subscription-period.ts';
import { noticeDays } from './find-renewal-price.ts';
import { insertNotice, listMissingNotices, type MissingNotice } from './notices.ts';

type NoticeContext = Pick<AppContext, 'db' | 'clock' | 'random' | 'settings' | 'queue' | 'keys'>;

const pageSize = 500;
/** Mails leave from this hour on, local time. */
const mailHour = 9;

/**
 * Tells running subscriptions of a new price of their plan, each account in a transaction of its own, each price once. Any
 * node may repeat it. A failure of one account does not stop the others; all are thrown at the end.
 */
export async function sendPriceNotices(context: NoticeContext): Promise<void> {
  const { clock, settings } = context;
  if (Number(formatLocalTime(clock.now().toISOString(), settings.timeZone).slice(11, 13)) < mailHour) return;
  const failures: unknown[] = [];
  let after: string | null = null;
  for (;;) {
    const page: MissingNotice[] = await context.db.within(systemScope('billing'), (tx) =>
      listMissingNotices(tx, { after, limit: pageSize }),
    );
    for (const { userId } of page)
      await context.db
        .within(systemScope('billing'), (tx) => sendNotices(context, tx, userId))
        .catch((error: unknown) => failures.push(error));
    after = page.at(-1)?.userId ?? null;
    if (page.length < pageSize) break;
  }
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} accounts were not told of a price.`);
}

/** Tells one account of its prices. */
async function sendNotices(context: NoticeContext, tx: Tx, userId: string): Promise<void> {
  await lockSubscription(tx, userId);
  const [notice] = await listMissingNotices(tx, { only: userId, limit: 1 });
  if (notice === undefined) return;
  const day = today(context);
  const { priceId, plan, periodMonths, grossCents, oldCents } = notice;
  await insertNotice(tx, { userId, priceId, day });
  await sendToAccount(
    context,
    tx,
    userId,
    ({ name, language, url }) =>
      priceNoticeMail(language, {
        ...{
          name,
          url,
          planText: describePlanLine(plan, null)[`text_${language}`],
          periodMonths,
          grossCents,
          oldCents,
        },
        from: firstRenewal(notice, day),
      }),
    'price-notice',
  );
  await record(tx, {
    event: 'price_notice_sent',
    actor: { kind: 'system' },
    object: { kind: 'user', id: userId },
    details: { user: userId, price: priceId },
  });
}

/** Returns the first day of the first renewal that has the price, if the account renews as it does now. */
function firstRenewal({ from, end, periodMonths }: MissingNotice, day: string): string {
  const earliest = [from, addDays(day, noticeDays)].toSorted().at(-1) ?? from;
  let renewal = end === null || end < day ? earliest : dayAfter(end);
  while (renewal < earliest) renewal = dayAfter(endOfPeriod(renewal, periodMonths));
  return renewal;
}
