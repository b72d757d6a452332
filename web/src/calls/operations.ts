import type { MessageChannel, MessageState } from '@medcloud/contract/operations/messages';
import type { EventLevel } from '@medcloud/contract/operations/system-events';
import * as admin from '@medcloud/contract/routes/admin';
import { useQueryClient } from '@tanstack/react-query';
import { useApiPages, useApiQuery } from './client/use-api-query.ts';

/** Gets storage and health, measured again at each visit. */
export const useSystemInfo = () => useApiQuery(admin.systemInfo, {}, { shouldAlwaysRefetch: true });

export interface LogFilter {
  search: string;
  level?: EventLevel | undefined;
  source?: string | undefined;
}

/** Lists the system log, newest first. */
export const useSystemLogs = ({ search, level, source }: LogFilter) =>
  useApiPages(
    admin.systemLogs,
    { query: { ...(search === '' ? {} : { search }), ...(level ? { level } : {}), ...(source ? { source } : {}) } },
    { keepPreviousData: true, shouldAlwaysRefetch: true },
  );

export interface MessageFilter {
  channel?: MessageChannel | undefined;
  state?: MessageState | undefined;
}

/** Lists the messages with their states, newest first. */
export const useMessages = ({ channel, state }: MessageFilter) =>
  useApiPages(
    admin.messages,
    { query: { ...(channel ? { channel } : {}), ...(state ? { state } : {}) } },
    { keepPreviousData: true, shouldAlwaysRefetch: true },
  );

export const useMessageCounts = () => useApiQuery(admin.messageCounts, {}, { shouldAlwaysRefetch: true });

const shownRoutes = [admin.systemInfo, admin.systemLogs, admin.messages, admin.messageCounts];

/** Refetches all of this that is on the screen. */
export function useRefreshOperations(): () => void {
  const client = useQueryClient();
  return () => {
    for (const { path } of shownRoutes) void client.invalidateQueries({ queryKey: [path] });
  };
}
