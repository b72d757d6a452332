import { STATUS_CODES } from 'node:http';
import { Fault, type FaultCode, faults } from '@medcloud/contract/faults';
import { describeFault } from '../../domain/core/describe-fault.ts';
import { BlobError, type BlobErrorCode } from '../../platform/blobs/blob-error.ts';

/** An error response: status, headers, and the body in the route's error style. */
export interface ProblemResponse {
  status: number;
  code: FaultCode;
  headers: Record<string, string>;
  problem: Record<string, unknown>;
  /** For the two routes whose body the specification's client shows unchanged. */
  text: string;
}

/**
 * Converts any thrown value to an error response. Anything that is not a fault becomes `internal`, and its text is
 * never sent.
 */
export function describeProblem(error: unknown, requestId: string): ProblemResponse {
  const fault = asFault(error);
  const { status } = faults[fault.code];
  const { message, params, errors } = describeFault(fault);
  const headers: Record<string, string> = { 'cache-control': 'no-store', ...fault.details.headers };
  if (fault.details.retryAfterSeconds !== undefined)
    headers['retry-after'] = String(Math.max(1, Math.ceil(fault.details.retryAfterSeconds)));
  if (fault.details.allow) headers.allow = fault.details.allow.join(', ');
  return {
    status,
    code: fault.code,
    headers,
    text: message,
    problem: {
      type: 'about:blank',
      title: STATUS_CODES[status] ?? 'Error',
      status,
      code: fault.code,
      detail: message,
      message,
      requestId,
      ...(params ? { params } : {}),
      ...(fault.details.current === undefined ? {} : { current: fault.details.current }),
      ...(errors ? { errors } : {}),
    },
  };
}

/** Faults for Fastify's error codes that a client can cause. */
const fastifyFaults: Record<string, FaultCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'body_too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'malformed',
  FST_ERR_CTP_INVALID_JSON_BODY: 'malformed',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'malformed',
  FST_ERR_BAD_URL: 'not_found',
  FST_ERR_MAX_PARAM_LENGTH: 'not_found',
  FST_ERR_ASYNC_CONSTRAINT: 'not_found',
};

/**
 * Faults for disk errors that may be temporary. An altered or missing object must be investigated, so it stays
 * `internal`.
 */
const storageFaults: Partial<Record<BlobErrorCode, FaultCode>> = { no_space: 'no_space', io: 'unavailable' };

/** Returns the fault that an error is or maps to. */
export function asFault(error: unknown): Fault {
  if (error instanceof Fault) return error;
  if (error instanceof BlobError) return new Fault(storageFaults[error.code] ?? 'internal');
  if (error instanceof Error && 'code' in error && typeof error.code === 'string') {
    const code = fastifyFaults[error.code];
    if (code) return new Fault(code);
  }
  if (error instanceof SyntaxError && 'statusCode' in error && error.statusCode === 400) return new Fault('malformed');
  // of the handler of static files
  if (error instanceof Error && 'statusCode' in error && error.statusCode === 416)
    return new Fault('range_unsatisfiable');
  return new Fault('internal');
}
