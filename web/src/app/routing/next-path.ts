import { screens } from '@medcloud/contract/screens';
import { type Area, areas } from '../layout/area.ts';

const examPath = new RegExp(`^${screens.examView.replace(/\{\w+\}/, '[^/]+')}$`);
const baseUrl = 'https://portal.invalid'; // stands for our own origin: only what resolves within it is a path of ours

/** An area's login that afterwards leads back to `wanted` (path, search and fragment). */
export function loginPath(area: Area, path: string): string {
  return `${screens[areas[area].login]}?${new URLSearchParams({ next: path })}`;
}

/**
 * Where a sign-in leads: the wanted path, if it is one of this area's own screens, the account page or (but for
 * administrators) an exam, else the area's
 * dashboard. Anything that leaves the portal (`//host`, `/\host`, another scheme) or the area is not followed.
 */
export function resolveNextPath(area: Area, path: string | null): string {
  const home = screens[areas[area].home];
  if (path === null || !path.startsWith('/') || !URL.canParse(path, baseUrl)) return home;
  const url = new URL(path, baseUrl);
  if (url.origin !== baseUrl) return home;
  const isAllowed =
    url.pathname.startsWith(areas[area].prefix) ||
    url.pathname === screens.account ||
    (area !== 'admin' && examPath.test(url.pathname));
  return isAllowed ? `${url.pathname}${url.search}${url.hash}` : home;
}
