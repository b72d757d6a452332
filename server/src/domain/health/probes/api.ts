import type { Finding } from '@medcloud/contract/operations/health';
import { live } from '@medcloud/contract/routes/portal';
import type { ResponseTimes } from '../../../platform/time/response-times.ts';
import type { Probe } from '../probe.ts';

const slowAfterMs = 1_000;

export interface ApiFacts {
  /** The server's own address, as seen from this machine. */
  origin: () => string;
  responseTimes: Pick<ResponseTimes, 'summary'>;
}

/** Sends a request to the server over the network, and reports its recent response times. */
export function apiProbe({ origin, responseTimes }: ApiFacts, timeFactor: number): Probe {
  return {
    name: 'api',
    failureCode: 'api-failed',
    async check(signal) {
      const response = await fetch(new URL(live.path, origin()), { signal, redirect: 'manual' });
      await response.arrayBuffer();
      if (!response.ok) throw Object.assign(new Error('Not ready'), { code: String(response.status) });
      return toFinding(responseTimes.summary(), slowAfterMs * timeFactor);
    },
  };
}

function toFinding({ requests, failures, p95Ms }: ReturnType<ResponseTimes['summary']>, slowMs: number): Finding {
  if (requests === 0) return { code: 'api-quiet', params: {} };
  if (failures > 0) return { code: 'api-failing', params: { requests, failures } };
  return { code: p95Ms > slowMs ? 'api-slow' : 'api-well', params: { requests, p95Ms } };
}
