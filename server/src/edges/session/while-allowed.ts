import { Fault } from '@medcloud/contract/faults';
import type { CenterScope, DoctorScope } from '../../domain/authorization/scope.ts';
import { mayStillRead } from '../../domain/exams/open-exam-file.ts';
import type { Portal } from '../../domain/portal/portal.ts';

const askEveryMs = 5_000;
const askEveryBytes = 8 * 1_048_576;

/** Passes an exam's bytes on while they may be read: asked again every 5 s or 8 MiB, so that a revocation cuts a running stream (security 2, row 39). */
export async function* whileAllowed(
  bytes: AsyncIterable<Buffer>,
  portal: Portal,
  scope: CenterScope | DoctorScope,
  examId: string,
): AsyncGenerator<Buffer> {
  let askedAt = portal.clock.now().getTime();
  let passed = 0;
  for await (const chunk of bytes) {
    const now = portal.clock.now().getTime();
    if (passed >= askEveryBytes || now - askedAt >= askEveryMs) {
      if (!(await mayStillRead(portal, scope, examId))) throw new Fault('access_revoked');
      askedAt = now;
      passed = 0;
    }
    passed += chunk.length;
    yield chunk;
  }
}
