import type { Recognition } from '@medcloud/contract/shapes/account/factor-resets';
import type { Instant, Optional } from '../../platform/db/columns.ts';

/** The tables that `factors` owns (migrations 131, 140, 142, 147). Functions alone write `sign_in_challenges` and `spent_challenges`. */
export interface FactorsTables {
  passkeys: {
    id: string;
    user_id: string;
    credential_id: Buffer;
    /** As COSE_Key (RFC 9052, 7). */
    public_key: Buffer;
    /** Counter of signatures; 0 on devices that do not count. */
    sign_count: number;
    transports: string[];
    is_device_bound: boolean;
    name: string;
    /** The relying party ID that it was made for; null before migration 142. */
    domain: Optional<string>;
    created_at: Instant;
    last_used_at: Optional<Date>;
    /** When its counter went back: another device has a copy. */
    suspect_at: Optional<Date>;
  };
  totp_secrets: {
    user_id: string;
    encrypted_secret: Buffer;
    created_at: Instant;
    /** Null until the app's first code. */
    confirmed_at: Optional<Date>;
    /** The step of the latest code, in 30 seconds since 1970. */
    last_step: Optional<number>;
  };
  /** Requests of administrators to remove a lost factor after a day. Functions alone set `done_at`. */
  factor_resets: {
    id: string;
    user_id: string;
    asked_by: string;
    recognized_by: Recognition;
    reason: string;
    asked_at: Instant;
    effective_at: Instant;
    cancel_hash: Buffer;
    needs_confirmation: boolean;
    confirmed_by: Optional<string>;
    confirmed_at: Optional<Date>;
    cancelled_at: Optional<Date>;
    cancelled_by_owner: Optional<boolean>;
    done_at: Optional<Date>;
  };
  recovery_codes: {
    id: string;
    user_id: string;
    code_mac: Buffer;
    created_at: Instant;
    used_at: Optional<Date>;
  };
}
