/** The roles of a center's members. They add up: a member has the permissions of each. */
export const centerRoles = ['owner', 'technician', 'secretary', 'radiologist', 'billing'] as const;
export type CenterRole = (typeof centerRoles)[number];

/** What a member of a center may do, and the roles that may (docs/decisions/085). The center's own account may do all. */
export const centerPermissions = {
  'records.read': ['owner', 'technician', 'secretary', 'radiologist'],
  'patients.write': ['owner', 'technician', 'secretary'],
  'amka.reveal': ['owner', 'secretary'],
  'exams.upload': ['owner', 'technician', 'secretary', 'radiologist'],
  'exams.confirm': ['owner', 'technician', 'radiologist'],
  'exams.move': ['owner', 'technician'],
  'exams.withdraw': ['owner', 'radiologist'],
  'measurements.write': ['owner', 'technician', 'radiologist'],
  'access.read': ['owner', 'secretary', 'radiologist'],
  'access.manage': ['owner', 'secretary'],
  'tokens.own': ['owner', 'technician', 'radiologist'],
  'billing.manage': ['owner', 'billing'],
  'team.manage': ['owner'],
  'settings.manage': ['owner'],
} as const satisfies Record<string, readonly CenterRole[]>;

export type CenterPermission = keyof typeof centerPermissions;

/** The permissions of a member with these roles, in the table's order. */
export function permissionsOf(roles: readonly CenterRole[]): CenterPermission[] {
  return allPermissions.filter((permission) => {
    const allowed: readonly CenterRole[] = centerPermissions[permission];
    return roles.some((role) => allowed.includes(role));
  });
}

/** All permissions: those of the center's own account. */
export const allPermissions = Object.keys(centerPermissions).filter(
  (name): name is CenterPermission => name in centerPermissions,
);
