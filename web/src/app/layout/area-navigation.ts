import type { Route } from '@medcloud/contract/route';
import { entriesOfCenter } from '@medcloud/contract/routes/access-report';
import { centerOverview } from '@medcloud/contract/routes/billing';
import * as center from '@medcloud/contract/routes/medical-center';
import { team } from '@medcloud/contract/routes/team';
import { type Screen, screens } from '@medcloud/contract/screens';
import {
  Building2,
  FileSearch,
  History,
  Inbox,
  LayoutDashboard,
  LifeBuoy,
  type LucideIcon,
  Receipt,
  ScanEye,
  ScrollText,
  ShieldAlert,
  ShieldCheck,
  Upload,
  User,
  UserCheck,
  UserPlus,
  Users,
} from 'lucide-react';
import { useText } from '../../text/language.tsx';
import { useMay } from '../session/use-may.ts';
import type { Area } from './area.ts';
import type { NavigationItem } from './navigation.tsx';

interface NavigationEntry {
  screen: Screen;
  icon: LucideIcon;
  /** The call without which the screen is empty. Who may not call it does not see the screen. */
  route?: Pick<Route, 'needs'>;
  /** At the bottom, opens a new tab: the page has no shell, and running uploads continue in this tab. */
  isNewTab?: true;
}

/** Each area's screens in navigation order. */
const entries = {
  center: [
    { screen: 'centerDashboard', icon: LayoutDashboard, route: center.dashboard },
    { screen: 'centerPatients', icon: Users, route: center.patients },
    { screen: 'centerUpload', icon: Upload, route: center.beginUpload },
    { screen: 'centerHistory', icon: History, route: center.examHistory },
    { screen: 'centerAccessReport', icon: ScanEye, route: entriesOfCenter },
    { screen: 'centerBilling', icon: Receipt, route: centerOverview },
    { screen: 'centerTeam', icon: UserCheck, route: team },
    { screen: 'centerSettings', icon: ShieldCheck, route: { needs: 'settings.manage' } },
    { screen: 'support', icon: LifeBuoy, isNewTab: true },
  ],
  doctor: [
    { screen: 'doctorDashboard', icon: LayoutDashboard },
    { screen: 'doctorPatients', icon: FileSearch },
    { screen: 'doctorProfile', icon: User },
    { screen: 'doctorSupport', icon: LifeBuoy },
  ],
  admin: [
    { screen: 'adminDashboard', icon: LayoutDashboard },
    { screen: 'adminUsers', icon: Users },
    { screen: 'adminMedicalCentersInfo', icon: Building2 },
    { screen: 'adminApproveDoctors', icon: UserCheck },
    { screen: 'adminBilling', icon: Receipt },
    { screen: 'adminMedicalCenterSignup', icon: UserPlus },
    { screen: 'adminSystemLogs', icon: ScrollText },
    { screen: 'adminAudit', icon: ShieldCheck },
    { screen: 'adminAccessReport', icon: ScanEye },
    { screen: 'adminBreaches', icon: ShieldAlert },
    { screen: 'adminInbox', icon: Inbox },
  ],
} as const satisfies Record<Area, readonly NavigationEntry[]>;

const entriesOf = (area: Area): readonly NavigationEntry[] => entries[area];

/** The number of waiting items by screen. */
export type WaitingCounts = Partial<Record<Screen, number | undefined>>;

/** Returns whether the user's roles open a screen of an area, by its path. A screen that is not in the navigation is open. */
export function useMayOpen(area: Area): (path: string) => boolean {
  const may = useMay();
  return (path) => entriesOf(area).every(({ screen, route }) => screens[screen] !== path || may(route ?? {}));
}

/** Returns an area's navigation in the current language: the screens that the user's roles open. */
export function useNavigation(area: Area, waitingCounts: WaitingCounts = {}): NavigationItem[] {
  const t = useText('frame');
  const mayOpen = useMayOpen(area);
  return entries[area]
    .filter(({ screen }) => mayOpen(screens[screen]))
    .map(({ screen, icon, ...entry }) => ({
      to: screens[screen],
      label: t(`navigation.${screen}`),
      icon,
      count: waitingCounts[screen],
      ...entry,
    }));
}
