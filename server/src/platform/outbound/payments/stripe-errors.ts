import { causeCode, GatewayError } from '../gateway-error.ts';

interface ProviderError {
  type: string;
  statusCode?: number | undefined;
  code?: string | undefined;
}

function isProviderError(error: unknown): error is Error & ProviderError {
  return error instanceof Error && 'type' in error && typeof error.type === 'string' && error.type.startsWith('Stripe');
}

/**
 * Translates what Stripe's client throws; its messages may quote what was sent and go no further. A connection that broke
 * and an answer of 5xx are `unknown`. The code of the latter begins with `http_5`: Stripe repeats it for the same key.
 */
export function toGatewayError(error: unknown): GatewayError {
  if (!isProviderError(error)) return new GatewayError('unknown', causeCode(error));
  const { type, statusCode } = error;
  if (type === 'StripeConnectionError' || statusCode === undefined) return new GatewayError('unknown', 'connection');
  const code = `http_${statusCode}`;
  if (statusCode >= 500 || statusCode === 409) return new GatewayError('unknown', code);
  if (type === 'StripeIdempotencyError') return new GatewayError('unknown', 'idempotency');
  if ([401, 403, 429].includes(statusCode)) return new GatewayError('not-sent', code);
  return new GatewayError('refused', code);
}

/** Returns whether an error says that the object does not exist. */
export const isMissing = (error: unknown): boolean => isProviderError(error) && error.statusCode === 404;
