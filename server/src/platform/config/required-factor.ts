import { ConfigError } from './config-error.ts';

/** Roles whose accounts an installation may require to have a second factor. Centers decide about their own accounts. */
const roles = ['admin', 'doctor'] as const;
export type RequiredFactorRole = (typeof roles)[number];

/** Whose accounts must have a second factor (decision 084). */
export interface RequiredFactor {
  roles: readonly RequiredFactorRole[];
  /** Days that a doctor may do without, from the first sign-in at which one is required. Administrators have none. */
  graceDays: number;
}

/**
 * Reads REQUIRE_SECOND_FACTOR and SECOND_FACTOR_GRACE_DAYS. Without them a second factor is required of administrators and doctors
 * on https, and none on http://localhost. Throws `ConfigError`; on https also without `admin`.
 */
export function readRequiredFactor(read: (name: string) => string | undefined, isHttps: boolean): RequiredFactor {
  const text = read('REQUIRE_SECOND_FACTOR') ?? (isHttps ? 'admin,doctor' : 'none');
  const required = text === 'none' ? [] : text.split(/[\s,]+/).map(parseRole);
  if (isHttps && !required.includes('admin'))
    throw new ConfigError(
      'REQUIRE_SECOND_FACTOR',
      'on https it must contain admin: administrators reach every account.',
    );
  return { roles: [...new Set(required)], graceDays: parseDays(read('SECOND_FACTOR_GRACE_DAYS') ?? '14') };
}

function parseRole(text: string): RequiredFactorRole {
  const role = roles.find((name) => name === text);
  if (role === undefined) throw new ConfigError('REQUIRE_SECOND_FACTOR', `${text} is neither admin nor doctor.`);
  return role;
}

function parseDays(text: string): number {
  const days = Number(text);
  if (text === '' || !Number.isInteger(days) || days < 0 || days > 365)
    throw new ConfigError('SECOND_FACTOR_GRACE_DAYS', `${text} is not a whole number from 0 to 365.`);
  return days;
}
