import { type Screen, screens } from '@medcloud/contract/screens';
import type { Role } from '@medcloud/contract/shapes/accounts';

export type Area = 'center' | 'doctor' | 'admin';

interface AreaSettings {
  role: Role;
  login: Screen;
  home: Screen;
  /** Prefix of all paths of the area. */
  prefix: string;
}

/** The three areas with role, login screen, dashboard and path prefix. */
export const areas = {
  center: { role: 'medical_center', login: 'centerLogin', home: 'centerDashboard', prefix: '/medical-center/' },
  doctor: { role: 'doctor', login: 'doctorLogin', home: 'doctorDashboard', prefix: '/doctor/' },
  admin: { role: 'admin', login: 'adminLogin', home: 'adminDashboard', prefix: '/admin/' },
} as const satisfies Record<Area, AreaSettings>;

/** Returns the area of a role. */
export function areaOf(role: Role): Area {
  switch (role) {
    case 'medical_center':
      return 'center';
    case 'doctor':
      return 'doctor';
    case 'admin':
      return 'admin';
  }
}

/** Returns the path of a role's dashboard. */
export function homeOf(role: Role): string {
  return screens[areas[areaOf(role)].home];
}
