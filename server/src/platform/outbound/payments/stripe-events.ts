import type Stripe from 'stripe';
import type { ProviderEvent } from './payment-driver.ts';

const toleranceSeconds = 300;

interface EventReader {
  client: Stripe;
  webhookSecret: string;
  isLive: boolean;
}

/**
 * Verifies an event's signature over its exact bytes, and its time. Stripe's client accepts any time in the future, so
 * that is compared here.
 */
export function readEvent(
  { client, webhookSecret, isLive }: EventReader,
  raw: Buffer,
  signature: string | undefined,
  now: Date,
): ProviderEvent | null {
  if (signature === undefined) return null;
  const signedAt = Number(/(?:^|,)t=(\d{1,12})(?:,|$)/.exec(signature)?.[1]);
  if (!(Math.abs(now.getTime() / 1_000 - signedAt) <= toleranceSeconds)) return null;
  try {
    const event = client.webhooks.constructEvent(
      raw,
      signature,
      webhookSecret,
      toleranceSeconds,
      undefined,
      Math.floor(now.getTime() / 1_000),
    );
    const object: unknown = event.data.object;
    const id = typeof object === 'object' && object !== null && 'id' in object ? String(object.id) : '';
    const createdAt = new Date(event.created * 1_000);
    return { id: event.id, type: event.type, object: id, createdAt, isOurMode: event.livemode === isLive };
  } catch {
    // not the error: it quotes the body
    return null;
  }
}
