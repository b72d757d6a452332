import * as admin from '@medcloud/contract/routes/admin';
import { sendMessage } from '@medcloud/contract/routes/support';
import type { SupportState } from '@medcloud/contract/shapes/support';
import { useApiMutation, useApiPages, useApiQuery } from './client/use-api-query.ts';

/** Writes to the operator: anyone may; a session that is stored goes along. */
export const useSendMessage = () => useApiMutation(sendMessage);

const inboxRoutes = [admin.supportMessages, admin.supportMessage];

/** What people wrote to the operator, of one state or of all; `search` is a reference or its beginning. */
export const useSupportMessages = (query: { state?: SupportState; sort?: 'newest' | 'urgent'; search?: string }) =>
  useApiPages(admin.supportMessages, { query }, { keepPreviousData: true });

/** How many messages wait for an answer, to 1,000; undefined until it is known. */
export function useOpenMessageCount(options: { enabled: boolean }): number | undefined {
  const { total } = useApiPages(admin.supportMessages, { query: { state: 'open', limit: 1 } }, options);
  return total === null ? undefined : Number.parseInt(total, 10);
}

export const useSupportMessage = (id: string) => useApiQuery(admin.supportMessage, { params: { id } });

/** The answer goes out by mail: sent twice after a lost reply, it goes once. */
export const useReplySupportMessage = () =>
  useApiMutation(admin.replySupportMessage, { invalidates: inboxRoutes, idempotent: true });

export const useCloseSupportMessage = () => useApiMutation(admin.closeSupportMessage, { invalidates: inboxRoutes });
