import { ApiError } from '@medcloud/contract/api-client';

/** Why a picture is not in sight: the file does not hold it, nothing here can decode it, or it did not arrive. */
export type ImageFault = 'missing' | 'undecodable' | 'unreachable';

export function faultOf(error: unknown): ImageFault {
  if (error instanceof ApiError && error.status === 404) return 'missing';
  if (error instanceof ApiError && error.status === 406) return 'undecodable';
  return error instanceof ApiError || error instanceof TypeError ? 'unreachable' : 'undecodable';
}
