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

/** Shows the account page in the layout of the user's own area. */
export function AccountArea() {
  return (
    <Guard>
      <OwnAreaShell />
    </Guard>
  );
}
