import { type DestinationStream, type Logger, pino } from 'pino';

/**
 * JSON lines that hold what is named here and nothing else: route templates, ids, sizes, milliseconds. Headers, bodies,
 * addresses with queries and messages of the database's driver never get in.
 */
export function openLog(level: string, destination?: DestinationStream): Logger {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { err: describeError, req: () => undefined, res: () => undefined },
    },
    destination ?? pino.destination({ fd: 1, sync: false }),
  );
}

/** An error's kind and place, and its text with anything quoted taken out: PostgreSQL quotes the values it complains of. */
function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { type: typeof error };
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  const text = error.message.replace(/"[^"]*"|'[^']*'|\([^)]*\)=\([^)]*\)/g, '…').slice(0, 500);
  const stack = error.stack
    ?.split('\n')
    .slice(1, 12)
    .map((line) => line.trim());
  return { type: error.name, ...(code ? { code } : {}), text, stack };
}
