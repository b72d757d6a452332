import type { SyslogSettings } from '../../platform/config/syslog-url.ts';
import type { Gateways } from '../../platform/outbound/gateways.ts';
import { addDays } from '../../platform/time/days.ts';
import type { PasswordHasher } from '../accounts/passwords/password-hasher.ts';
import { systemScope } from '../authorization/authorize.ts';
import { countOldLines } from '../billing/bank/reads.ts';
import { countFiscalTrouble } from '../billing/fiscal/count-trouble.ts';
import { addUpBooks } from '../billing/ledger/add-up-books.ts';
import { countPaymentBacklog } from '../billing/payments/backlog.ts';
import { type AppContext, today } from '../core/context.ts';
import { createProbeRunner, type Probe, type ProbeResult } from './probe.ts';
import { type AnchorFacts, anchorsProbe } from './probes/anchors.ts';
import { type ApiFacts, apiProbe } from './probes/api.ts';
import { auditChainProbe } from './probes/audit-chain.ts';
import { auditStreamProbe } from './probes/audit-stream.ts';
import { authenticationProbe } from './probes/authentication.ts';
import { billingProbe } from './probes/billing.ts';
import { databaseProbe } from './probes/database.ts';
import { diskProbe } from './probes/disk.ts';
import { mailProbe, smsProbe } from './probes/gateways.ts';
import { type KeyFacts, keyProbe } from './probes/key.ts';
import { paymentsProbe } from './probes/payments.ts';
import { queueProbe } from './probes/queue.ts';
import { scannerProbe } from './probes/scanner.ts';
import { secondFactorProbe } from './probes/second-factor.ts';
import { storageProbe } from './probes/storage.ts';

export interface HealthReport {
  checkedAt: Date;
  results: ProbeResult[];
}

/** The health of the portal, as this node sees it. */
export interface Health {
  /** Runs all probes concurrently, or returns the last report for five seconds. Never rejects. */
  check(): Promise<HealthReport>;
}

export interface HealthDependencies {
  gateways: Gateways;
  passwords: PasswordHasher;
  api: ApiFacts;
  key: Omit<KeyFacts, 'dataDir'>;
  anchors: AnchorFacts;
  /** The receiver of AUDIT_STREAM_URL; null if none. */
  auditStream: SyslogSettings | null;
  dataDir: string;
  /** Multiplies the time limits of the probes. */
  timeFactor: number;
}

const maxAgeMs = 5_000;

export function createHealth(
  context: Pick<AppContext, 'db' | 'objects' | 'queue' | 'keys' | 'clock' | 'random' | 'settings' | 'payments'>,
  dependencies: HealthDependencies,
): Health {
  const runners = createProbes(context, dependencies).map((probe) => createProbeRunner(probe, dependencies.timeFactor));
  let last: { at: number; report: Promise<HealthReport> } | undefined;
  return {
    check() {
      const at = context.clock.now().getTime();
      // a running check is shared, however long it takes: reloading the page starts no second one
      if (last === undefined || at - last.at > maxAgeMs) last = { at, report: runProbes(context, runners) };
      return last.report;
    },
  };
}

async function runProbes(
  { clock }: Pick<AppContext, 'clock'>,
  runners: readonly (() => Promise<ProbeResult>)[],
): Promise<HealthReport> {
  const results = await Promise.all(runners.map((run) => run()));
  return { checkedAt: clock.now(), results };
}

/** Creates the probes in display order. */
function createProbes(
  context: Pick<AppContext, 'db' | 'objects' | 'queue' | 'keys' | 'clock' | 'random' | 'settings' | 'payments'>,
  dependencies: HealthDependencies,
): Probe[] {
  const { payments } = context;
  const countBacklog = () => context.db.read(systemScope('billing'), countPaymentBacklog);
  const billingReads = {
    hasProvider: payments !== null,
    countTrouble: () => countFiscalTrouble(context),
    countUndecided: () =>
      context.db.read(systemScope('billing'), (tx) => countOldLines(tx, addDays(today(context), -7))),
    addUpBooks: () => addUpBooks(context),
  };
  return [
    databaseProbe(context),
    apiProbe(dependencies.api, dependencies.timeFactor),
    authenticationProbe(context, dependencies.passwords),
    storageProbe(context),
    queueProbe(context),
    smsProbe(context, dependencies.gateways),
    mailProbe(context, dependencies.gateways),
    diskProbe(context, dependencies.dataDir),
    keyProbe(context, { ...dependencies.key, dataDir: dependencies.dataDir }),
    auditChainProbe(context, dependencies.anchors.watch.restores),
    anchorsProbe(context, dependencies.anchors),
    ...(dependencies.auditStream === null ? [] : [auditStreamProbe(context, dependencies.auditStream)]),
    scannerProbe(context),
    ...(payments === null ? [] : [paymentsProbe(context, payments, countBacklog)]),
    ...(context.settings.posture === 'production'
      ? [billingProbe(context.settings.billing, billingReads, context.clock), secondFactorProbe(context)]
      : []),
  ];
}
