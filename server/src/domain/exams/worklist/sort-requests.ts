import type { OpenRequest } from '@medcloud/contract';

/** How long a request is listed after it was sent, once it is answered. */
const answeredMs = 3 * 86_400_000;

const isWaiting = ({ step, status }: OpenRequest) => step !== 'answered' && status === 'pending';

/**
 * Returns the requests that wait, then those of the last three days that the patient answered or let expire, at `now`
 * in milliseconds since 1970. A code that was never entered is left out: the doctor knows, and a number of nobody must
 * look like any other.
 */
export function sortRequests(
  requests: readonly OpenRequest[],
  now: number,
): { waiting: OpenRequest[]; answered: OpenRequest[] } {
  const isRecent = ({ requestedAt }: OpenRequest) => now - Date.parse(requestedAt) < answeredMs;
  return {
    waiting: requests.filter(isWaiting),
    answered: requests.filter((request) => !isWaiting(request) && request.step !== 'code' && isRecent(request)),
  };
}
