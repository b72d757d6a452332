import { screens } from '@medcloud/contract/screens';
import { type ReactNode, useState } from 'react';
import { Link, Outlet, useLocation, useNavigate } from 'react-router';
import { useAdminDashboard } from '../../calls/admin.ts';
import { useOpenMessageCount } from '../../calls/support.ts';
import { lazyComponent } from '../../lib/lazy-component.tsx';
import { useFormat } from '../../text/format.ts';
import { useText, useUiText } from '../../text/language.tsx';
import { useSpecialization } from '../../text/specialization.ts';
import { Button } from '../../ui/actions/button.tsx';
import { Note } from '../../ui/feedback/note.tsx';
import { SkeletonRows } from '../../ui/feedback/skeleton.tsx';
import { DropAnywhere } from '../../upload/drop-anywhere.tsx';
import { usePalette } from '../palette/use-palette.tsx';
import { useLogOut } from '../session/log-out.tsx';
import { useSession } from '../session/session.tsx';
import { type Area, areaOf } from './area.ts';
import { useNavigation, type WaitingCounts } from './area-navigation.ts';
import { Shell } from './shell.tsx';
import { StorageFooter } from './storage-footer.tsx';

const UploadDock = lazyComponent(async () => (await import('../../upload/upload-dock.tsx')).UploadDock);

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
  const { user, medicalCenter, doctor } = useSession();
  const ui = useUiText();
  const format = useFormat();
  const specialization = useSpecialization();
  if (medicalCenter) return { name: medicalCenter.name, detail: medicalCenter.centerId };
  if (doctor) return { name: format.doctor(doctor), detail: specialization(doctor.specialization) };
  return { name: user?.email ?? '', detail: user && ui(`role.${user.role}`) };
}

/** Asks the user to replace an assigned password, on every page except the account page. */
function PasswordNotice() {
  const { user } = useSession();
  const { pathname } = useLocation();
  const [isDismissed, setDismissed] = useState(false);
  const t = useText('frame');
  if (!user?.mustChangePassword || isDismissed || pathname === screens.account) return null;
  const action = (
    <Button asChild size="small">
      <Link to={screens.account}>{t('mustChange.change')}</Link>
    </Button>
  );
  return (
    <div className="mb-5">
      <Note variant="warning" title={t('mustChange.title')} actions={action} onDismiss={() => setDismissed(true)}>
        {t(user.role === 'admin' ? 'mustChange.textAdmin' : 'mustChange.text')}
      </Note>
    </div>
  );
}

/** The layout of an area's screens: navigation, the user's name, log out. */
export function AreaShell({ area, waitingCounts, footer, dock, children }: AreaShellProps) {
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
      <PasswordNotice />
      {children ?? <Outlet />}
      {dialog}
      {palette.element}
    </Shell>
  );
}

/** The center's layout: shows used storage and uploads on every page, and takes files that are dropped on any. */
export function CenterShell() {
  return (
    <DropAnywhere>
      <AreaShell area="center" footer={<StorageFooter />} dock={<UploadDock />} />
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
