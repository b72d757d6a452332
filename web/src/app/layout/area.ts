import { type Screen, screens } from '@medcloud/contract/screens';
import type { Role } from '@medcloud/contract/shapes/accounts';

export type Area = 'center' | 'doctor' | 'admin';

interface AreaSettings {
  role: Role;
  login: Screen;
  home: Screen;
  /** What every path of the area begins with. */
  prefix: string;
}

/** The three areas: who works there, where one signs in, and where one arrives. */
export const areas = {
  center: { role: 'medical_center', login: 'centerLogin', home: 'centerDashboard', prefix: '/medical-center/' },
  doctor: { role: 'doctor', login: 'doctorLogin', home: 'doctorDashboard', prefix: '/doctor/' },
  admin: { role: 'admin', login: 'adminLogin', home: 'adminDashboard', prefix: '/admin/' },
} as const satisfies Record<Area, AreaSettings>;

/** The area of a role. */
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

/** The dashboard of a role. */
export function homeOf(role: Role): string {
  return screens[areas[areaOf(role)].home];
}
