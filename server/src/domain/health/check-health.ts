import type { Gateways } from '../../platform/outbound/gateways.ts';
import type { Passwords } from '../accounts/password.ts';
import type { Portal } from '../portal/portal.ts';
import { type Probe, type ProbeResult, taker } from './probe.ts';
import { type ApiFacts, apiProbe } from './probes/api.ts';
import { authenticationProbe } from './probes/authentication.ts';
import { databaseProbe } from './probes/database.ts';
import { diskProbe } from './probes/disk.ts';
import { mailProbe, smsProbe } from './probes/gateways.ts';
import { type KeySource, keyProbe } from './probes/key.ts';
import { queueProbe } from './probes/queue.ts';
import { secondFactorProbe } from './probes/second-factor.ts';
import { storageProbe } from './probes/storage.ts';
import { trailProbe } from './probes/trail.ts';

export interface HealthReport {
  checkedAt: Date;
  results: ProbeResult[];
}

/** How the portal is, as this node sees it. */
export interface Health {
  /** Looks at everything at once; what was looked at within five seconds is not looked at again. Never fails. */
  check(): Promise<HealthReport>;
}

export interface HealthParts {
  gateways: Gateways;
  passwords: Passwords;
  api: ApiFacts;
  keySource: KeySource;
  dataDir: string;
  /** How many times longer than usual a probe may take. */
  timeFactor: number;
}

const freshMs = 5_000;

export function openHealth(portal: Portal, parts: HealthParts): Health {
  const takes = allProbes(portal, parts).map((probe) => taker(probe, parts.timeFactor));
  let last: { at: number; report: Promise<HealthReport> } | undefined;
  return {
    check() {
      const at = portal.clock.now().getTime();
      // a look that still runs is shared, however long it takes: a reload adds none
      if (last === undefined || at - last.at > freshMs) last = { at, report: look(portal, takes) };
      return last.report;
    },
  };
}

async function look(
  { clock }: Pick<Portal, 'clock'>,
  takes: readonly (() => Promise<ProbeResult>)[],
): Promise<HealthReport> {
  const results = await Promise.all(takes.map((take) => take()));
  return { checkedAt: clock.now(), results };
}

/** In the order in which they are shown. */
function allProbes(portal: Portal, parts: HealthParts): Probe[] {
  return [
    databaseProbe(portal),
    apiProbe(parts.api, parts.timeFactor),
    authenticationProbe(portal, parts.passwords),
    storageProbe(portal),
    queueProbe(portal),
    smsProbe(portal, parts.gateways),
    mailProbe(portal, parts.gateways),
    diskProbe(portal, parts.dataDir),
    keyProbe(portal, parts.keySource),
    trailProbe(portal),
    ...(portal.settings.posture === 'production' ? [secondFactorProbe] : []),
  ];
}
