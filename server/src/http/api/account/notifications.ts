import { routes } from '@medcloud/contract';
import { changeNotifications, readNotifications } from '../../../domain/notifications/choose-notifications.ts';
import { handler } from '../../server/handler.ts';

export const notifications = handler(routes.account.notifications, ({ context, scope, request }) =>
  readNotifications(context, scope, request),
);

export const changeNotificationChoices = handler(
  routes.account.changeNotifications,
  ({ context, scope, request, body }) => changeNotifications(context, scope, request, body),
);
