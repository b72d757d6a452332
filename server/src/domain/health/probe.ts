import type { Finding, FindingCode, ProbeName } from '@medcloud/contract/operations/health';
import { findings } from '@medcloud/contract/operations/health';

/** One thing that is looked at. */
export interface Probe {
  name: ProbeName;
  /** Looks, really. What it throws is a failure, told by name and code. Gives up when the signal aborts. */
  look(signal: AbortSignal): Promise<Finding>;
  /** What a throw means. */
  failed: FindingCode;
  /** Longer than this, a good finding is the slow one. */
  slow?: { afterMs: number; finding: FindingCode };
}

export interface ProbeResult extends Finding {
  name: ProbeName;
  tookMs: number;
}

const limitMs = 5_000;

/** Looks at one thing, for five seconds at most: a probe that hangs must not hang the page. */
export async function take(probe: Probe): Promise<ProbeResult> {
  const start = performance.now();
  const finding = await bounded(probe);
  const tookMs = Math.round((performance.now() - start) * 10) / 10;
  const isSlow = probe.slow !== undefined && tookMs > probe.slow.afterMs && findings[finding.code].state === 'ok';
  return { name: probe.name, tookMs, ...finding, ...(isSlow && probe.slow ? { code: probe.slow.finding } : {}) };
}

async function bounded(probe: Probe): Promise<Finding> {
  const giveUp = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Finding>((resolve) => {
    timer = setTimeout(() => {
      resolve({ code: 'no-answer', params: { limitMs } });
      giveUp.abort();
    }, limitMs);
  });
  const looked = probe
    .look(giveUp.signal)
    .catch((error: unknown): Finding => ({ code: probe.failed, params: { error: describe(error) } }));
  try {
    return await Promise.race([looked, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** An error's name and code; its text may hold a host's password or a person's words. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const cause = error.cause instanceof Error ? error.cause : error;
  const code = [error, cause].find((each) => 'code' in each && typeof each.code === 'string');
  return [error.name, ...(code && 'code' in code ? [code.code] : [])].join(' ').slice(0, 100);
}
