import { GatewayError } from '../outbound/gateway-error.ts';
import { type OutboundRequest, sendRequest } from '../outbound/send-request.ts';
import { KeySourceError } from './key-source-error.ts';

const timeoutMs = 10_000;

export interface KeyServiceCall {
  /** As an operator knows the service: `AWS KMS at https://…`. */
  service: string;
  /** What to check if the service refuses the call. */
  ifRefused: string;
  request: OutboundRequest;
}

/** Sends one call and parses its JSON. Throws `KeySourceError` if the service is away, refuses or answers otherwise. */
export async function callKeyService({ service, ifRefused, request }: KeyServiceCall): Promise<unknown> {
  const response = await sendRequest(request, AbortSignal.timeout(timeoutMs)).catch((cause: unknown) => {
    if (!(cause instanceof GatewayError)) throw cause;
    throw new KeySourceError(
      `${service} cannot be reached (${cause.code}), so the master key cannot be unwrapped. Check the address and the network, then start again. No data is lost.`,
      { cause },
    );
  });
  if (response.status >= 500 || response.status === 429)
    throw new KeySourceError(
      `${service} is not ready (HTTP ${response.status}). Start again when it is. No data is lost.`,
    );
  if (response.status < 200 || response.status >= 300)
    throw new KeySourceError(`${service} refused the call (HTTP ${response.status}). ${ifRefused}`);
  try {
    return JSON.parse(response.text);
  } catch (cause) {
    throw new KeySourceError(`${service} did not answer in JSON. Check the address.`, { cause });
  }
}
