import { screens } from '@medcloud/contract/screens';
import { type Area, areas } from '../layout/area.ts';

const examPath = new RegExp(`^${screens.examView.replace(/\{\w+\}/, '[^/]+')}$`);
const here = 'https://portal.invalid'; // stands for our own origin: only what resolves within it is a path of ours

/** An area's login that afterwards leads back to `wanted` (path, search and fragment). */
export function loginWith(area: Area, wanted: string): string {
  return `${screens[areas[area].login]}?${new URLSearchParams({ next: wanted })}`;
}

/**
 * Where a sign-in leads: the wanted path, if it is one of this area's own screens, the account page or (but for
 * administrators) an exam, else the area's
 * dashboard. Anything that leaves the portal (`//host`, `/\host`, another scheme) or the area is not followed.
 */
export function nextAfterLogin(area: Area, wanted: string | null): string {
  const home = screens[areas[area].home];
  if (wanted === null || !wanted.startsWith('/') || !URL.canParse(wanted, here)) return home;
  const url = new URL(wanted, here);
  if (url.origin !== here) return home;
  const isOwn =
    url.pathname.startsWith(areas[area].prefix) ||
    url.pathname === screens.account ||
    (area !== 'admin' && examPath.test(url.pathname));
  return isOwn ? `${url.pathname}${url.search}${url.hash}` : home;
}
