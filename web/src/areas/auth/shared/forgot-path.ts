import { screens } from '@medcloud/contract/screens';
import { type Area, areas } from '../../../app/layout/area.ts';

/** Returns the path of the password request. The query names the area to return to. */
export function forgotPath(area: Area): string {
  return `${screens.forgotPassword}?${new URLSearchParams({ from: area })}`;
}

/** Returns the login that `?from=` names, or home for any other value. */
export function loginOf(from: string | null): string {
  const isArea = (name: string | null): name is Area => name !== null && Object.hasOwn(areas, name);
  return isArea(from) ? screens[areas[from].login] : screens.home;
}
