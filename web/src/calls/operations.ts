import type { MessageChannel, MessageState } from '@medcloud/contract/operations/messages';
import type { EventLevel } from '@medcloud/contract/operations/system-events';
import * as admin from '@medcloud/contract/routes/admin';
import { useQueryClient } from '@tanstack/react-query';
import { useCall, usePages } from './client/use-call.ts';

/** Storage and health, probed anew at each visit. */
export const useSystemInfo = () => useCall(admin.systemInfo, {}, { fresh: true });

export interface LogFilter {
  search: string;
  level?: EventLevel | undefined;
  source?: string | undefined;
}

/** The system log, newest first. */
export const useSystemLogs = ({ search, level, source }: LogFilter) =>
  usePages(
    admin.systemLogs,
    { query: { ...(search === '' ? {} : { search }), ...(level ? { level } : {}), ...(source ? { source } : {}) } },
    { keep: true, fresh: true },
  );

export interface MessageFilter {
  channel?: MessageChannel | undefined;
  state?: MessageState | undefined;
}

/** How each message fared, newest first. */
export const useMessages = ({ channel, state }: MessageFilter) =>
  usePages(
    admin.messages,
    { query: { ...(channel ? { channel } : {}), ...(state ? { state } : {}) } },
    { keep: true, fresh: true },
  );

export const useMessageCounts = () => useCall(admin.messageCounts, {}, { fresh: true });

const shown = [admin.systemInfo, admin.systemLogs, admin.messages, admin.messageCounts];

/** Reads again what of all this stands on the screen. */
export function useRefreshOperations(): () => void {
  const client = useQueryClient();
  return () => {
    for (const { path } of shown) void client.invalidateQueries({ queryKey: [path] });
  };
}
