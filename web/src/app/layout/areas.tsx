import { Guard } from '../routing/guards.tsx';
import { AdminShell, CenterShell, DoctorShell, OwnAreaShell } from './area-shell.tsx';

export function CenterArea() {
  return (
    <Guard area="center">
      <CenterShell />
    </Guard>
  );
}

export function DoctorArea() {
  return (
    <Guard area="doctor">
      <DoctorShell />
    </Guard>
  );
}

export function AdminArea() {
  return (
    <Guard area="admin">
      <AdminShell />
    </Guard>
  );
}

/** The account page stands in the frame of whoever opens it. */
export function AccountArea() {
  return (
    <Guard>
      <OwnAreaShell />
    </Guard>
  );
}
