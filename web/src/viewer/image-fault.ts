import { ApiError } from '@medcloud/contract/api-client';

/** Why an image is not shown: the file does not contain it, it cannot be decoded, or it did not arrive. */
export type ImageFault = 'missing' | 'undecodable' | 'unreachable';

export function faultOf(error: unknown): ImageFault {
  if (error instanceof ApiError && error.status === 404) return 'missing';
  if (error instanceof ApiError && error.status === 406) return 'undecodable';
  return error instanceof ApiError || error instanceof TypeError ? 'unreachable' : 'undecodable';
}
