import { newId } from '../../../../platform/ids/ids.ts';
import type { FiscalGateway, KnownDocument } from '../../../../platform/outbound/fiscal/fiscal-gateway.ts';
import { GatewayError } from '../../../../platform/outbound/gateway-error.ts';
import { systemScope } from '../../../authorization/authorize.ts';
import { type AppContext, today } from '../../../core/context.ts';
import { notifyClients } from '../../../core/notify-clients.ts';
import { logEvent } from '../../../system-log/log-event.ts';
import { findLastDay, getCheck, listKnownUids } from './reads.ts';
import { insertFound, markChecked } from './store.ts';

type AskContext = Pick<AppContext, 'db' | 'clock' | 'random' | 'settings'>;

const timeoutMs = 120_000;

/**
 * Asks the tax authority, each hour and after a restore at once, for documents of the portal's series that the portal
 * has not. They are of days since the portal's last document: a backup lacks the latest ones. Does nothing for a folder;
 * while the authority cannot be reached, the next run asks.
 */
export async function askAuthority({
  context,
  gateway,
}: {
  context: AskContext;
  gateway: FiscalGateway;
}): Promise<void> {
  if (gateway.driver !== 'mydata') return;
  const { db } = context;
  const scope = systemScope('billing');
  const to = today(context);
  const { isDue, last } = await db.read(scope, async (tx) => ({
    ...(await getCheck(tx)),
    last: await findLastDay(tx),
  }));
  if (!isDue) return;
  const days = { from: last ?? `${to.slice(0, 4)}-01-01`, to };
  try {
    for await (const page of gateway.list(days, AbortSignal.timeout(timeoutMs))) await storeUnknown(context, page);
  } catch (error) {
    if (error instanceof GatewayError) return;
    throw error;
  }
  await db.within(scope, async (tx) => {
    await markChecked(tx);
    await notifyClients(tx, { kind: 'account', ids: [], to: { admins: true } });
  });
}

async function storeUnknown(context: AskContext, page: readonly KnownDocument[]): Promise<void> {
  const { db, clock, random, settings } = context;
  const codes = Object.values(settings.billing.series);
  const ours = page.flatMap((document) => {
    const numbered = parseNumber(document, codes);
    return numbered === null ? [] : [{ ...document, ...numbered }];
  });
  const uids = ours.flatMap(({ uid }) => (uid === null ? [] : [uid]));
  const known = await db.read(systemScope('billing'), (tx) => listKnownUids(tx, uids));
  const unknown = ours.filter(({ uid }) => uid === null || !known.has(uid));
  const rows = unknown.map(({ mark, uid, series, year, number, type, issuedOn, grossCents }) => ({
    ...{ id: newId(clock, random), mark, uid, series, year, number, document_type: type },
    ...{ issued_on: issuedOn, gross_cents: grossCents },
  }));
  await db.within(systemScope('fiscal-check'), async (tx) => {
    const count = await insertFound(tx, rows);
    if (count > 0) await logEvent(context, tx, 'fiscal-behind', { count });
  });
}

/** Reads the series `A-2026` and the number of a document; null if it is not of the portal's series. */
function parseNumber({ series, number }: Pick<KnownDocument, 'series' | 'number'>, codes: readonly string[]) {
  const [, code = '', year] = /^([A-Z0-9]{1,10})-(\d{4})$/.exec(series) ?? [];
  if (!codes.includes(code) || !/^[1-9]\d{0,8}$/.test(number)) return null;
  return { series: code, year: Number(year), number: Number(number) };
}
