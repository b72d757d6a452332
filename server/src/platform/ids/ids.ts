import type { Clock } from '../time/clock.ts';
import type { Random } from './random.ts';

/** A UUID as text in lower case. */
export type Uuid = string & { readonly __uuid?: never };

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Returns whether `text` is a UUID in lower case. Callers treat any other id as unknown (404), not as malformed. */
export function isUuid(text: string): text is Uuid {
  return UUID.test(text);
}

/** Creates a UUIDv7 (RFC 9562, 5.7): 48 bits of milliseconds, then random bits. Ids sort by creation time. */
export function newId(clock: Clock, random: Random): Uuid {
  const bytes = random.bytes(16);
  bytes.writeUIntBE(clock.now().getTime(), 0, 6);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x70;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
