import { type DestinationStream, type Logger, pino } from 'pino';

export interface LogStreams {
  /** Standard output unless said. */
  out?: DestinationStream;
  /** Handed each line of `warn` and worse as well, whatever the level of `out`. */
  kept?: { write(line: string): void };
}

/**
 * JSON lines that hold what is named here and nothing else: route templates, ids, sizes, milliseconds. Headers, bodies,
 * addresses with queries and messages of the database's driver never get in.
 */
export function openLog(level: string, { out, kept }: LogStreams = {}): Logger {
  const shown = out ?? pino.destination({ fd: 1, sync: false });
  const options = {
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: describeError, req: () => undefined, res: () => undefined },
  };
  if (!kept) return pino({ ...options, level }, shown);
  const streams = pino.multistream<string>([
    { level, stream: shown },
    { level: 'warn', stream: kept },
  ]);
  return pino({ ...options, level: loudest(level) }, streams);
}

/** The level that lets through what either stream wants. */
function loudest(level: string): string {
  return ['error', 'fatal', 'silent'].includes(level) ? 'warn' : level;
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
