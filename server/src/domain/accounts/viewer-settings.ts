import { type ViewerSettings, viewerSettings } from '@medcloud/contract/shapes/account/viewer-settings';
import type { AuthenticatedPrincipal, RequestContext } from '../authorization/principal.ts';
import type { CenterScope, DoctorScope } from '../authorization/scope.ts';
import type { DbContext } from '../core/context.ts';
import { findViewerSettings } from './store.ts';
import { updateViewerSettings } from './update-user.ts';

type UserRequest = Pick<RequestContext<AuthenticatedPrincipal>, 'principal'>;

/** Returns what the caller chose for the viewer; nothing if it was never chosen, or by a later version in another form. */
export async function readViewerSettings(
  { db }: DbContext,
  scope: CenterScope | DoctorScope,
  { principal }: UserRequest,
): Promise<ViewerSettings> {
  const stored = await db.read(scope, (tx) => findViewerSettings(tx, principal.userId));
  return viewerSettings.safeParse(stored).data ?? { layouts: [] };
}

/** Replaces what the caller chose for the viewer. Returns it. */
export async function changeViewerSettings(
  { db }: DbContext,
  scope: CenterScope | DoctorScope,
  { principal }: UserRequest,
  settings: ViewerSettings,
): Promise<ViewerSettings> {
  await db.within(scope, (tx) => updateViewerSettings(tx, principal.userId, settings));
  return settings;
}
