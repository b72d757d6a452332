import type { AwsKmsSettings, KeySource, VaultSettings } from '../config/key-source.ts';
import { createAwsKmsWrapper } from './aws-kms.ts';
import type { KeyWrapper } from './key-wrapper.ts';
import { createVaultWrapper } from './vault-transit.ts';

/** Returns whether a source only wraps a master key, which is then kept in the database. */
export function isWrappingSource(source: KeySource): source is AwsKmsSettings | VaultSettings {
  return source.kind === 'awskms' || source.kind === 'vault';
}

export function createKeyWrapper(source: AwsKmsSettings | VaultSettings, now: () => Date): KeyWrapper {
  return source.kind === 'awskms' ? createAwsKmsWrapper(source, now) : createVaultWrapper(source);
}
