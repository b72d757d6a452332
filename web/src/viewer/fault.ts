import { PortalError } from '@medcloud/contract/caller';

/** Why a picture is not in sight: the file does not hold it, nothing here can decode it, or it did not arrive. */
export type PictureFault = 'missing' | 'undecodable' | 'unreachable';

export function faultOf(error: unknown): PictureFault {
  if (error instanceof PortalError && error.status === 404) return 'missing';
  if (error instanceof PortalError && error.status === 406) return 'undecodable';
  return error instanceof PortalError || error instanceof TypeError ? 'unreachable' : 'undecodable';
}
