import type { Finding, FindingCode } from '@medcloud/contract/operations/health';
import type { GatewayProbe, Gateways } from '../../../platform/outbound/gateways.ts';
import { systemScope } from '../../authorization/authorize.ts';
import type { AppContext } from '../../core/context.ts';
import { countRecentDeliveries, countSmsToday, type DeliveryCount } from '../../messages/reads.ts';
import type { Probe } from '../probe.ts';

type ProbeContext = Pick<AppContext, 'db' | 'settings'>;

const slowAfterMs = 2_000;

/** Reports whether the gateway accepts an SMS now, and whether those of the last day were delivered to it. */
export function smsProbe(context: ProbeContext, gateways: Gateways): Probe {
  return {
    name: 'sms',
    failureCode: 'sms-failed',
    slow: { afterMs: slowAfterMs, finding: 'sms-slow' },
    async check(signal) {
      const reach = await gateways.probeSms(signal);
      const budget = await findBudgetFinding(context);
      if (budget !== null) return budget;
      return await findDeliveryFinding(context, reach, 'sms', {
        well: 'sms-well',
        troubled: 'sms-troubled',
        files: context.settings.posture === 'production' ? 'sms-nobody' : 'sms-files',
      });
    },
  };
}

/** Returns a finding if half of the day's SMS budget is used, else null. */
async function findBudgetFinding({ db, settings }: ProbeContext): Promise<Finding | null> {
  const { timeZone, smsPerDay: budget } = settings;
  const sent = await db.within(systemScope('health'), (tx) => countSmsToday(tx, timeZone));
  if (sent >= budget) return { code: 'sms-spent', params: { sent, budget } };
  return sent * 2 >= budget ? { code: 'sms-half', params: { sent, budget } } : null;
}

/** Reports the same for mail. */
export function mailProbe(context: ProbeContext, gateways: Gateways): Probe {
  return {
    name: 'mail',
    failureCode: 'mail-failed',
    slow: { afterMs: slowAfterMs, finding: 'mail-slow' },
    async check(signal) {
      const reach = await gateways.probeMail(signal);
      return await findDeliveryFinding(context, reach, 'mail', {
        well: 'mail-well',
        troubled: 'mail-troubled',
        files: context.settings.posture === 'production' ? 'mail-nobody' : 'mail-files',
      });
    },
  };
}

const undelivered: ReadonlySet<DeliveryCount['state']> = new Set(['failed', 'expired', 'uncertain']);
const sum = (counts: readonly DeliveryCount[]) => counts.reduce((total, { count }) => total + count, 0);

async function findDeliveryFinding(
  context: ProbeContext,
  { canDeliver, where }: GatewayProbe,
  channel: 'sms' | 'mail',
  codes: Record<'well' | 'troubled' | 'files', FindingCode>,
): Promise<Finding> {
  if (!canDeliver) return { code: codes.files, params: { where } };
  const counts = await context.db.within(systemScope('health'), countRecentDeliveries);
  const ofChannel = counts.filter((each) => each.channel === channel);
  const messages = sum(ofChannel);
  const failed = sum(ofChannel.filter(({ state }) => undelivered.has(state)));
  // a tenth or more: a single wrong number is the sender's mistake, not the gateway's
  const isFailing = failed > 0 && failed * 10 >= messages;
  return isFailing
    ? { code: codes.troubled, params: { where, failed, messages } }
    : { code: codes.well, params: { where } };
}
