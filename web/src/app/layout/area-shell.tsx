import { beginUpload, dashboard } from '@medcloud/contract/routes/medical-center';
import { screens } from '@medcloud/contract/screens';
import type { ReactNode } from 'react';
import { Navigate, Outlet, useLocation, useNavigate } from 'react-router';
import { useAdminDashboard } from '../../calls/admin.ts';
import { useOpenMessageCount } from '../../calls/support.ts';
import { lazyComponent } from '../../lib/lazy-component.tsx';
import { useFormat } from '../../text/format.ts';
import { useUiText } from '../../text/language.tsx';
import { useSpecialization } from '../../text/specialization.ts';
import { SkeletonRows } from '../../ui/feedback/skeleton.tsx';
import { DropAnywhere } from '../../upload/drop-anywhere.tsx';
import { usePalette } from '../palette/use-palette.tsx';
import { useLogOut } from '../session/log-out.tsx';
import { useSession } from '../session/session.tsx';
import { useMay } from '../session/use-may.ts';
import { type Area, areaOf } from './area.ts';
import { useMayOpen, useNavigation, type WaitingCounts } from './area-navigation.ts';
import { Shell } from './shell.tsx';

const UploadDock = lazyComponent(async () => (await import('../../upload/upload-dock.tsx')).UploadDock);

const FactorOffer = lazyComponent(async () => (await import('./factor-offer.tsx')).FactorOffer);

const StorageFooter = lazyComponent(async () => (await import('./storage-footer.tsx')).StorageFooter);

const RoleNeeded = lazyComponent(async () => (await import('./role-needed.tsx')).RoleNeeded);

const PasswordNotice = lazyComponent(async () => (await import('./password-notice.tsx')).PasswordNotice);

const PlanFooter = lazyComponent(async () => (await import('./plan-footer.tsx')).PlanFooter);

interface AreaShellProps {
  area: Area;
  /** Waiting items, shown beside the screens' names. */
  waitingCounts?: WaitingCounts;
  footer?: ReactNode;
  dock?: ReactNode;
  /** Instead of the matched screen. */
  children?: ReactNode;
}

/** Returns the header's name and detail: the signed-in user and their role, center id or specialization. */
function useIdentity(): { name: string; detail: string | undefined } {
  const { user, medicalCenter, doctor, member } = useSession();
  const ui = useUiText();
  const format = useFormat();
  const specialization = useSpecialization();
  if (medicalCenter && member) return { name: member.displayName, detail: medicalCenter.name };
  if (medicalCenter) return { name: medicalCenter.name, detail: medicalCenter.centerId };
  if (doctor) return { name: format.doctor(doctor), detail: specialization(doctor.specialization) };
  return { name: user?.email ?? '', detail: user && ui(`role.${user.role}`) };
}

/** The layout of an area's screens: navigation, the user's name, log out. */
export function AreaShell({ area, waitingCounts, footer, dock, children }: AreaShellProps) {
  const { user } = useSession();
  const { logOut, dialog } = useLogOut();
  const navigate = useNavigate();
  const navigation = useNavigation(area, waitingCounts);
  const identity = useIdentity();
  const palette = usePalette(area);
  return (
    <Shell
      navigation={navigation}
      {...identity}
      onLogOut={logOut}
      onAccount={() => void navigate(screens.account)}
      onPalette={palette.open}
      footer={footer}
      dock={dock}
    >
      {user?.mustChangePassword && <PasswordNotice isAdmin={user.role === 'admin'} />}
      {user?.factorSetup && <FactorOffer dueOn={user.factorSetup.dueOn} />}
      {children ?? <Outlet />}
      {dialog}
      {palette.element}
    </Shell>
  );
}

/** The screen of the address, or what the user's roles open instead. From the dashboard they lead on to their first screen. */
function CenterScreen() {
  const { pathname } = useLocation();
  const mayOpen = useMayOpen('center');
  const [first] = useNavigation('center');
  if (mayOpen(pathname)) return <Outlet />;
  return pathname === screens.centerDashboard && first ? <Navigate to={first.to} replace /> : <RoleNeeded />;
}

/** The center's layout: shows used storage and uploads on every page, and takes files that are dropped on any. */
export function CenterShell() {
  const may = useMay();
  return (
    <DropAnywhere isEnabled={may(beginUpload)}>
      <AreaShell area="center" footer={may(dashboard) && <StorageFooter />} dock={<UploadDock />}>
        <CenterScreen />
      </AreaShell>
    </DropAnywhere>
  );
}

/** The administrator's layout: shows the number of pending doctors and open messages on every page. */
export function AdminShell() {
  const { isAuthenticated } = useSession();
  const adminInbox = useOpenMessageCount({ enabled: isAuthenticated });
  const { data: figures } = useAdminDashboard({ enabled: isAuthenticated });
  return <AreaShell area="admin" waitingCounts={{ adminInbox, adminApproveDoctors: figures?.pendingDoctors }} />;
}

/** The doctor's layout: shows the plan and its end date on every page. */
export function DoctorShell() {
  return <AreaShell area="doctor" footer={<PlanFooter />} />;
}

/** The layout of the signed-in user's area, around the account page. */
export function OwnAreaShell() {
  const { user } = useSession();
  if (!user) return null;
  const area = areaOf(user.role);
  switch (area) {
    case 'center':
      return <CenterShell />;
    case 'doctor':
      return <DoctorShell />;
    case 'admin':
      return <AdminShell />;
  }
}

function PageSkeleton() {
  const t = useUiText();
  return <SkeletonRows rows={6} label={t('list.loading')} />;
}

function AreaSkeleton({ area }: { area: Area }) {
  const { logOut, dialog } = useLogOut();
  const navigation = useNavigation(area);
  return (
    <Shell navigation={navigation} name="" onLogOut={logOut}>
      <PageSkeleton />
      {dialog}
    </Shell>
  );
}

/** Shown while the session loads: the area's layout without a user. */
export function ShellSkeleton({ area }: { area: Area | undefined }) {
  if (area) return <AreaSkeleton area={area} />;
  return (
    <main className="mx-auto max-w-400 px-4 py-10">
      <PageSkeleton />
    </main>
  );
}
