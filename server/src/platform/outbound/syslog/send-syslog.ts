import type { SyslogSettings } from '../../config/syslog-url.ts';
import type { SyslogMessage } from './format-message.ts';
import { createSyslogSender } from './syslog-sender.ts';

/**
 * Sends messages over a connection of their own. Resolves when the receiver has ended the connection after them, which
 * stands for the acknowledgement that syslog lacks. Rejects with `GatewayError`; the receiver may then have some of them.
 */
export async function sendSyslog(
  settings: SyslogSettings,
  messages: readonly SyslogMessage[],
  signal: AbortSignal,
): Promise<void> {
  const sender = createSyslogSender(settings);
  try {
    await sender.send(messages, signal);
    await sender.finish(signal);
  } finally {
    sender.close();
  }
}
