import { type Exam, limits, type ResumableUpload } from '@medcloud/contract';
import { Fault, faults, isFaultCode } from '@medcloud/contract/faults';
import * as z from 'zod';
import type { AppContext } from '../core/context.ts';
import { describeFault } from '../core/describe-fault.ts';
import { decryptMetadata } from './decrypt-upload.ts';
import type { UploadRow } from './store.ts';

const storedFault = z.object({
  code: z.string(),
  message: z.string(),
  reason: z.string().optional(),
  errors: z.array(z.object({ field: z.string(), message: z.string(), issue: z.string().optional() })).optional(),
});

/** Returns why an upload was rejected, in the form its row stores. */
export function toStoredFault(fault: Fault) {
  const { code, details } = fault;
  const { message, errors } = describeFault(fault);
  const issues = errors?.map((error, index) => ({
    field: error.field,
    message: error.message,
    issue: details.errors?.[index]?.issue ?? error.message,
  }));
  return {
    code,
    message,
    ...(details.reason === undefined ? {} : { reason: details.reason }),
    ...(issues ? { errors: issues } : {}),
  };
}

/**
 * Returns the fault that a rejected upload responds with; null if it was not rejected. Rows written before texts had
 * codes hold English sentences only, which pass through unchanged.
 */
export function faultOf(row: Pick<UploadRow, 'state' | 'fault'>): Fault | null {
  if (row.state !== 'rejected') return null;
  const { code, message, reason, errors } = storedFault.parse(row.fault);
  const issues = errors?.map((error) => ({ field: error.field, issue: error.issue ?? error.message }));
  const known = isFaultCode(code) ? code : 'upload_over';
  const isDefault = reason === undefined && message === describeFault(new Fault(known)).message;
  return new Fault(known, {
    ...(isDefault ? {} : { reason: reason ?? message }),
    ...(issues ? { errors: issues } : {}),
  });
}

/** Returns when an upload without further activity expires. */
export function expiryOf({ lastActivityAt }: Pick<UploadRow, 'lastActivityAt'>): Date {
  return new Date(lastActivityAt.getTime() + limits.uploadIdleMs);
}

/** Returns an upload as its center sees it. */
export function showUpload(context: Pick<AppContext, 'keys'>, row: UploadRow, exam: Exam | null): ResumableUpload {
  const fault = faultOf(row);
  const { uploadKey: _, ...metadata } = decryptMetadata(context, row);
  return {
    id: row.id,
    state: row.state,
    offset: row.offsetBytes,
    length: row.lengthBytes,
    ...(exam === null ? {} : { exam }),
    ...(fault === null ? {} : { problem: toProblem(fault) }),
    expiresAt: expiryOf(row).toISOString(),
    metadata,
  };
}

function toProblem(fault: Fault) {
  return { status: faults[fault.code].status, code: fault.code, ...describeFault(fault) };
}
