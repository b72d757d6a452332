import { routes } from '@medcloud/contract';
import { changeSettings, readSettings } from '../../../domain/centers/settings/change-settings.ts';
import { handler } from '../../server/handler.ts';

export const settings = handler(routes.centerSettings.settings, ({ context, scope }) => readSettings(context, scope));

export const change = handler(routes.centerSettings.changeSettings, ({ context, scope, request, body }) =>
  changeSettings(context, scope, request, body),
);
