import { type Exam, limits, type ResumableUpload } from '@medcloud/contract';
import { Fault, type FaultDetails, faults, isFaultCode } from '@medcloud/contract/faults';
import * as z from 'zod';
import type { AppContext } from '../core/context.ts';
import { decryptMetadata } from './decrypt-upload.ts';
import type { UploadRow } from './store.ts';

const storedFault = z.object({
  code: z.string(),
  message: z.string(),
  errors: z.array(z.object({ field: z.string(), message: z.string() })).optional(),
});

/** Returns why an upload was rejected, in the form its row stores. */
export function toStoredFault({ code, message, details }: Fault) {
  const errors = details.errors?.map(({ field, message: fieldMessage }) => ({ field, message: fieldMessage }));
  return { code, message, ...(errors ? { errors } : {}) };
}

/** Returns the fault that a rejected upload responds with; null if it was not rejected. */
export function faultOf(row: Pick<UploadRow, 'state' | 'fault'>): Fault | null {
  if (row.state !== 'rejected') return null;
  const { code, message, errors } = storedFault.parse(row.fault);
  const details: FaultDetails = { message, ...(errors ? { errors } : {}) };
  return new Fault(isFaultCode(code) ? code : 'upload_over', details);
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
  const { errors } = fault.details;
  return { status: faults[fault.code].status, code: fault.code, message: fault.message, ...(errors ? { errors } : {}) };
}
