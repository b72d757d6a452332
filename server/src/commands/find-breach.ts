import { text as readText } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { Fault } from '@medcloud/contract/faults';
import { openStores } from '../app/create-context.ts';
import type { BreachQuery } from '../domain/audit/affected/find-actor.ts';
import { type BreachReport, findAffectedPatients } from '../domain/audit/affected/find-affected-patients.ts';
import { readProcessConfig } from '../platform/config/config.ts';
import { runCommand } from './run-command.ts';

/*
 * `npm run audit:touched -- --session S | --account A [--from T] [--to T]`: lists the patients whose data a session or
 * an account accessed, and when. One patient per line, tab-separated: public id, center ID, first, last, events, exams,
 * what. Lists and searches come after the patients, because the audit chain records how many they found and not whom.
 * `--session -` reads the secret from standard input, which no process list shows. Exit code 0: done. 1: the session or
 * account is unknown. 2: the command could not run.
 */

class UsageError extends Error {}

function parseQuery({ session, account }: { session?: string | undefined; account?: string | undefined }): BreachQuery {
  if (session !== undefined && account === undefined) return { session };
  if (account !== undefined && session === undefined) return { account };
  throw new UsageError(
    'Say --session or --account: what a browser kept or an API token, its id or its name in the trail; or an email or center ID.',
  );
}

function parseTime(text: string | undefined): Date | null {
  const time = text === undefined ? null : new Date(text);
  if (time !== null && Number.isNaN(time.getTime()))
    throw new UsageError(`${text} is no time such as 2026-11-22T09:00:00Z.`);
  return time;
}

function* formatLines({ patients, lists }: BreachReport): Generator<string> {
  yield ['patient', 'center', 'first', 'last', 'events', 'exams', 'what'].join('\t');
  for (const { patientId, center, first, last, events, exams, what } of patients)
    yield [
      patientId ?? '-',
      center ?? '-',
      first.toISOString(),
      last.toISOString(),
      events,
      exams,
      what.join(' '),
    ].join('\t');
  yield `${patients.length} patients.`;
  for (const { event, times, first, last, most } of lists)
    yield `${event}: ${times} times from ${first.toISOString()} to ${last.toISOString()}, at most ${most} found. The trail does not keep whom.`;
}

async function main(): Promise<number> {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({ options: { session: text, account: text, from: text, to: text } });
  const secret = values.session === '-' ? (await readText(process.stdin)).trim() : values.session;
  const query = parseQuery({ ...values, session: secret });
  const period = { from: parseTime(values.from), to: parseTime(values.to) };
  const { context, close } = await openStores(readProcessConfig());
  try {
    const result = await findAffectedPatients(context, query, period);
    for (const line of formatLines(result)) process.stdout.write(`${line}\n`);
    return 0;
  } catch (error) {
    if (!(error instanceof Fault && error.code === 'not_found')) throw error;
    process.stderr.write(
      '\nNo session, API token or account is known by that. Of a session that ended more than 30 days ago its secret is not known ' +
        'any more: ask by its name in the trail, or by the account.\n',
    );
    return 1;
  } finally {
    await close();
  }
}

runCommand(main, 'Nothing was looked up.');
