import type { centerChanges, MedicalCenterDetails } from '@medcloud/contract/shapes/accounts';
import type * as z from 'zod';
import type { CenterFields } from '../shared/center-form.ts';

type Changes = z.input<typeof centerChanges>;
type SavedCenter = Pick<
  MedicalCenterDetails,
  'name' | 'email' | 'address' | 'phone' | 'city' | 'state' | 'zipCode' | 'plan' | 'quotaBytes' | 'centerId'
>;

/** Returns a center's values as form fields. */
export function fieldsOf(center: SavedCenter): CenterFields {
  return {
    name: center.name,
    email: center.email,
    address: center.address ?? '',
    phone: center.phone ?? '',
    city: center.city ?? '',
    state: center.state ?? '',
    zipCode: center.zipCode ?? '',
    plan: center.plan,
    quotaBytes: center.plan === 'enterprise' ? (center.quotaBytes ?? undefined) : undefined,
    centerId: center.centerId,
    password: '',
  };
}

const required = ['name', 'email', 'address', 'phone'] as const;
const optional = ['city', 'state', 'zipCode'] as const;

/** Returns only the fields that differ from the stored center, so changes made by others meanwhile are kept. */
export function changesOf(center: SavedCenter, fields: CenterFields): Changes {
  const before = fieldsOf(center);
  const changes: Changes = {};
  for (const name of required) if (fields[name].trim() !== before[name]) changes[name] = fields[name].trim();
  for (const name of optional) if (fields[name].trim() !== before[name]) changes[name] = fields[name].trim() || null;
  if (fields.plan !== before.plan) changes.plan = fields.plan;
  if (fields.plan === 'enterprise' && fields.quotaBytes !== before.quotaBytes)
    changes.quotaBytes = fields.quotaBytes ?? null;
  return changes;
}
