import { plain, type Variant, type Variants } from './attempt.ts';
import type { RowGroup } from './rows.ts';
import { account } from './variants/account.ts';
import { admin } from './variants/admin.ts';
import { auth } from './variants/auth.ts';
import { center } from './variants/center.ts';
import { dicomWeb } from './variants/dicom-web.ts';
import { doctor } from './variants/doctor.ts';
import { doctorAccount } from './variants/doctor-account.ts';
import { general } from './variants/general.ts';
import { grants } from './variants/grants.ts';
import { patientAccess } from './variants/patient-access.ts';
import { support } from './variants/support.ts';
import { suspensions } from './variants/suspensions.ts';
import { uploads } from './variants/uploads.ts';

/** The variants of the matrix by `METHOD path variant`. */
const variants: Variants = {
  ...account,
  ...auth,
  ...center,
  ...doctor,
  ...doctorAccount,
  ...grants,
  ...patientAccess,
  ...admin,
  ...general,
  ...dicomWeb,
  ...suspensions,
  ...support,
  ...uploads,
};

/** Returns the variant of a group, or null. A GET of a path without parameters needs no definition. */
export function variantOf({ name, method, path, variant }: RowGroup): Variant | null {
  const definedVariant = variants[name];
  if (definedVariant) return definedVariant;
  return method === 'GET' && variant === 'default' && !path.includes('{') ? plain(() => ({ method, path })) : null;
}

/** Lists variants without rows in the matrix. */
export function listStrayVariants(groups: readonly RowGroup[]): string[] {
  const known = new Set(groups.map((group) => group.name));
  return Object.keys(variants).filter((name) => !known.has(name));
}
