import { limits } from '@medcloud/contract';
import type { Finding } from '@medcloud/contract/operations/health';
import type { SyslogSettings } from '../../../platform/config/syslog-url.ts';
import { readStreamLag } from '../../audit/stream/reads.ts';
import { receiverName } from '../../audit/stream/send-stream.ts';
import { systemScope } from '../../authorization/authorize.ts';
import type { AppContext } from '../../core/context.ts';
import type { Probe } from '../probe.ts';

/** Reports how far the receiver of AUDIT_STREAM_URL is behind, and records that it has and the audit log lost. */
export function auditStreamProbe({ db }: Pick<AppContext, 'db'>, receiver: SyslogSettings): Probe {
  const where = receiverName(receiver);
  return {
    name: 'audit-stream',
    failureCode: 'stream-failed',
    check: async (): Promise<Finding> => {
      const { records, waitedMs } = await db.within(systemScope('health'), (tx) => readStreamLag(tx, where));
      if (records < 0) return { code: 'stream-ahead', params: { where, records: -records } };
      if (waitedMs >= limits.auditStreamLateMs)
        return { code: 'stream-late', params: { where, records, overdueMs: waitedMs } };
      return { code: 'stream-well', params: { where, records } };
    },
  };
}
