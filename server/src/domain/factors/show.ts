import type { Passkey } from '@medcloud/contract/shapes/passkeys';
import type { PasskeyRow } from './reads.ts';

export function showPasskey({ id, name, isDeviceBound, createdAt, lastUsedAt, suspectAt }: PasskeyRow): Passkey {
  return {
    id,
    name,
    synced: !isDeviceBound,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
    suspect: suspectAt !== null,
  };
}
