import type { Finding, FindingCode, ProbeName } from '@medcloud/contract/operations/health';
import { findings } from '@medcloud/contract/operations/health';
import { singleFlight, withTimeout } from '../../platform/concurrency/timeouts.ts';

/** One health check. */
export interface Probe {
  name: ProbeName;
  /** Runs the check. An error it throws is a failure, reported by name and code. It stops when the signal aborts. */
  check(signal: AbortSignal): Promise<Finding>;
  /** The finding if `check` throws. */
  failureCode: FindingCode;
  /** The finding that replaces a good one if the check took longer than `afterMs`. */
  slow?: { afterMs: number; finding: FindingCode };
}

export interface ProbeResult extends Finding {
  name: ProbeName;
  tookMs: number;
}

const defaultLimitMs = 5_000;

/**
 * Creates a function that runs a probe for at most five seconds, so a hanging probe does not block the page. A probe
 * that still hangs is not started again. All times are multiplied by `timeFactor`.
 */
export function createProbeRunner(probe: Probe, timeFactor = 1): () => Promise<ProbeResult> {
  const { name, failureCode, slow } = probe;
  const limitMs = defaultLimitMs * timeFactor;
  const runCheck = singleFlight(() => probe.check(AbortSignal.timeout(limitMs)));
  return async () => {
    const start = performance.now();
    const outcome = runCheck().catch(
      (error: unknown): Finding => ({ code: failureCode, params: { error: describeError(error) } }),
    );
    const finding = await withTimeout<Finding>(limitMs, outcome, () => ({ code: 'no-answer', params: { limitMs } }));
    const tookMs = Math.round((performance.now() - start) * 10) / 10;
    const isSlow = slow !== undefined && tookMs > slow.afterMs * timeFactor && findings[finding.code] === 'ok';
    return { name, tookMs, ...finding, ...(isSlow ? { code: slow.finding } : {}) };
  };
}

/** Returns an error's name and code. Its text may contain a host's password or a person's words. */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const cause = error.cause instanceof Error ? error.cause : error;
  const code = [error, cause].find((each) => 'code' in each && typeof each.code === 'string');
  return [error.name, ...(code && 'code' in code ? [code.code] : [])].join(' ').slice(0, 100);
}
