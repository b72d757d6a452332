import { routes } from '@medcloud/contract';
import { changeViewerSettings, readViewerSettings } from '../../../domain/accounts/viewer-settings.ts';
import { handler } from '../../server/handler.ts';

export const viewer = handler(routes.account.viewerSettings, ({ context, scope, request }) =>
  readViewerSettings(context, scope, request),
);

export const changeViewer = handler(routes.account.changeViewerSettings, ({ context, scope, request, body }) =>
  changeViewerSettings(context, scope, request, body),
);
