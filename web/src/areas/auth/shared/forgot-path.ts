import { screens } from '@medcloud/contract/screens';
import { type Area, areas } from '../../../app/layout/area.ts';

/** Where one asks for a new password; it leads back to the door one came from. */
export function forgotPath(area: Area): string {
  return `${screens.forgotPassword}?${new URLSearchParams({ from: area })}`;
}

/** The login that `?from=` names; home for anything else. */
export function loginOf(from: string | null): string {
  const isArea = (name: string | null): name is Area => name !== null && Object.hasOwn(areas, name);
  return isArea(from) ? screens[areas[from].login] : screens.home;
}
