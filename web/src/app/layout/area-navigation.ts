import { type Screen, screens } from '@medcloud/contract/screens';
import {
  Building2,
  CircleHelp,
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
  UserCheck,
  UserPlus,
  UserRound,
  Users,
} from 'lucide-react';
import { useText } from '../../text/language.tsx';
import type { Area } from './area.ts';
import type { NavigationItem } from './navigation.tsx';

interface NavigationEntry {
  screen: Screen;
  icon: LucideIcon;
  /** At the bottom, opens a new tab: the page has no shell, and running uploads continue in this tab. */
  isNewTab?: true;
}

/** Each area's screens in navigation order. */
const entries = {
  center: [
    { screen: 'centerDashboard', icon: LayoutDashboard },
    { screen: 'centerPatients', icon: Users },
    { screen: 'centerUpload', icon: Upload },
    { screen: 'centerHistory', icon: History },
    { screen: 'centerAccessReport', icon: ScanEye },
    { screen: 'centerBilling', icon: Receipt },
    { screen: 'support', icon: LifeBuoy, isNewTab: true },
  ],
  doctor: [
    { screen: 'doctorDashboard', icon: LayoutDashboard },
    { screen: 'doctorPatients', icon: FileSearch },
    { screen: 'doctorProfile', icon: UserRound },
    { screen: 'doctorSupport', icon: CircleHelp },
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

/** The number of waiting items by screen. */
export type WaitingCounts = Partial<Record<Screen, number | undefined>>;

/** Returns an area's navigation in the current language. */
export function useNavigation(area: Area, waitingCounts: WaitingCounts = {}): NavigationItem[] {
  const t = useText('frame');
  return entries[area].map(({ screen, icon, ...entry }) => ({
    to: screens[screen],
    label: t(`navigation.${screen}`),
    icon,
    count: waitingCounts[screen],
    ...entry,
  }));
}
