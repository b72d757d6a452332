import * as admin from '@medcloud/contract/routes/admin';
import { sendMessage } from '@medcloud/contract/routes/support';
import type { SupportState } from '@medcloud/contract/shapes/support';
import { useApiMutation, useApiPages, useApiQuery } from './client/use-api-query.ts';

/** Sends a message to the operator. Needs no sign-in; a stored session is sent with it. */
export const useSendMessage = () => useApiMutation(sendMessage);

const inboxRoutes = [admin.supportMessages, admin.supportMessage];

/** Lists the messages to the operator, of one state or of all. `search` is a reference or its beginning. */
export const useSupportMessages = (query: { state?: SupportState; sort?: 'newest' | 'urgent'; search?: string }) =>
  useApiPages(admin.supportMessages, { query }, { keepPreviousData: true });

/** Returns how many messages wait for a reply, up to 1,000. Undefined until it is known. */
export function useOpenMessageCount(options: { enabled: boolean }): number | undefined {
  const { total } = useApiPages(admin.supportMessages, { query: { state: 'open', limit: 1 } }, options);
  return total === null ? undefined : Number.parseInt(total, 10);
}

export const useSupportMessage = (id: string) => useApiQuery(admin.supportMessage, { params: { id } });

/** Sends a reply by email. Idempotent, so a repeat after a lost response sends it once. */
export const useReplySupportMessage = () =>
  useApiMutation(admin.replySupportMessage, { invalidates: inboxRoutes, idempotent: true });

export const useCloseSupportMessage = () => useApiMutation(admin.closeSupportMessage, { invalidates: inboxRoutes });
