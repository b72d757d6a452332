import { screens } from '@medcloud/contract/screens';
import { type Area, areas } from '../layout/area.ts';

const examPath = new RegExp(`^${screens.examView.replace(/\{\w+\}/, '[^/]+')}$`);
/** The screens of every user's own account. */
const isOwnScreen = (path: string) => path === screens.account || path.startsWith(`${screens.account}/`);
const baseUrl = 'https://portal.invalid'; // placeholder for our origin: only paths that resolve to it are our own

/** Returns the path of the area's login, which leads to `path` (path, search and fragment) after sign-in. */
export function loginPath(area: Area, path: string): string {
  return `${screens[areas[area].login]}?${new URLSearchParams({ next: path })}`;
}

/**
 * Returns where a sign-in leads: `path` if it is a screen of this area, a page of the account or (except for administrators)
 * an exam; otherwise the area's dashboard. Rejects paths to other origins (`//host`, `/\host`, another scheme).
 */
export function resolveNextPath(area: Area, path: string | null): string {
  const home = screens[areas[area].home];
  if (path === null || !path.startsWith('/') || !URL.canParse(path, baseUrl)) return home;
  const url = new URL(path, baseUrl);
  if (url.origin !== baseUrl) return home;
  const isAllowed =
    url.pathname.startsWith(areas[area].prefix) ||
    isOwnScreen(url.pathname) ||
    (area !== 'admin' && examPath.test(url.pathname));
  return isAllowed ? `${url.pathname}${url.search}${url.hash}` : home;
}
