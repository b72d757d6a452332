import { CompiledQuery, sql } from 'kysely';
import pg from 'pg';
import { mint } from '../../../src/domain/authorization/scope.ts';
import type { Database, Reader, Tx } from '../../../src/domain/database.ts';
import { preparedMarker } from '../../../src/platform/db/prepared-statements.ts';
import type { RowScope } from '../../../src/platform/db/row-scope.ts';
import type { StatementObserver } from '../../harness/statements.ts';
import type { ForeignIds } from './injected-statements.ts';

/** A scope of the portal's requests. */
export interface AttackedScope {
  readonly name: string;
  readonly scope: RowScope;
  /** An administrator may see and change accounts, also of center B: leaves out statements about them. */
  readonly skipped?: RegExp;
}

/** Counts rows of center B that no scope but its own and an administrator's may see. */
function countForeign({ center, patient, exam, user }: ForeignIds): string {
  const counts = [
    `patients WHERE id = '${patient}'`,
    `exams WHERE id = '${exam}'`,
    `exam_objects WHERE center_id = '${center}'`,
    `studies WHERE center_id = '${center}'`,
    `sessions WHERE center_id = '${center}'`,
    `users WHERE id = '${user}'`,
    `keys.patient_keys WHERE patient_id = '${patient}'`,
    'jobs',
  ];
  return `SELECT (${counts.map((each) => `(SELECT count(*) FROM ${each})`).join(' + ')})::int AS found`;
}

/**
 * Plays injected statements on the portal's own pool, in transactions that begin as its requests do, and commits them.
 * After each one it looks for center B's rows: in the same transaction, in the next ones of the same connection, with and
 * without a scope. Then center B must see its own rows as before.
 */
export class Attacker {
  readonly seen: string[] = [];
  readonly succeeded: string[] = [];
  count = 0;
  readonly #db: Database;
  readonly #pool: StatementObserver;
  readonly #foreign: ForeignIds;
  readonly #marks: readonly string[];
  readonly #victim: RowScope;
  readonly #visible = new Map<RowScope, number>();

  constructor(
    portal: { db: Database; statements: StatementObserver },
    centerB: { ids: ForeignIds; marks: readonly string[]; scope: RowScope },
  ) {
    this.#db = portal.db;
    this.#pool = portal.statements;
    this.#foreign = centerB.ids;
    this.#marks = centerB.marks;
    this.#victim = centerB.scope;
  }

  /** Plays a statement in a scope. `statementOf` gets the signed scope of the transaction. */
  async play({ name, scope, skipped }: AttackedScope, statementOf: (signed: string) => string): Promise<void> {
    if (skipped?.test(statementOf(''))) return;
    const before = skipped === undefined ? 0 : await this.#visibleTo(scope);
    this.count += 1;
    let statement = '';
    const attack = async (tx: Tx) => {
      const { rows } = await tx.executeQuery<{ signed: string }>(
        CompiledQuery.raw(`SELECT current_setting('medcloud.scope', true) AS signed`),
      );
      statement = statementOf(rows[0]?.signed ?? '');
      await tx.executeQuery(CompiledQuery.raw('SAVEPOINT before'));
      if (!(await this.#run(tx, statement, name)))
        await tx.executeQuery(CompiledQuery.raw('ROLLBACK TO before')).catch(() => undefined);
      this.#compare(`${name}: ${statement}`, await this.#look(tx), before);
    };
    await this.#db.within(scope, attack).catch(() => undefined); // a statement may end its transaction
    await this.#lookAfter(`${name}: ${statement}`, scope, before);
  }

  /** Returns whether the statement succeeded. */
  async #run(tx: Tx, statement: string, name: string): Promise<boolean> {
    const run = () =>
      tx.executeQuery(CompiledQuery.raw(statement)).then(
        () => true,
        () => false,
      );
    const { result: isDone, replies } = await this.#pool.collectReplies(run);
    const text = replies.map((reply) => JSON.stringify(reply) + String(reply)).join();
    this.#findMarks(`${name}: ${statement}`, statement, text);
    if (isDone) this.succeeded.push(statement);
    return isDone;
  }

  /** Notes which names and ids of center B a reply has that the statement did not. */
  #findMarks(name: string, statement: string, text: string): void {
    const marks = this.#marks.filter((mark) => text.includes(mark) && !statement.includes(mark));
    if (marks.length > 0) this.seen.push(`${name} -> ${marks.join(' ')}`);
  }

  /** Counts center B's rows, by a statement that stays prepared; undefined if the statement left no working transaction. */
  async #look(tx: Reader): Promise<number | undefined> {
    return await sql<{ found: number }>`${sql.raw(countForeign(this.#foreign))} ${preparedMarker}`.execute(tx).then(
      ({ rows }) => rows[0]?.found,
      () => undefined,
    );
  }

  #compare(name: string, found: number | undefined, allowed: number): void {
    if (found !== undefined && found > allowed) this.seen.push(`${name} -> ${found} foreign rows`);
  }

  async #visibleTo(scope: RowScope): Promise<number> {
    const known = this.#visible.get(scope) ?? (await this.#again(() => this.#db.within(scope, (tx) => this.#look(tx))));
    if (known === undefined) throw new Error('The rows that a scope sees could not be counted.');
    this.#visible.set(scope, known);
    return known;
  }

  /** Looks from the requests that follow. One of them may fail (decision 034), a second one not. */
  async #lookAfter(name: string, scope: RowScope, before: number): Promise<void> {
    const alone = () => this.#db.call<{ found: number }>`SELECT count(*)::int AS found FROM patients WHERE true`;
    this.#compare(`${name}, then without a scope`, (await this.#again(alone))[0]?.found, 0);
    const open = await this.#again(() => this.#db.read(mint.open(), (tx) => this.#look(tx)));
    this.#compare(`${name}, then signed out`, open, 0);
    this.#compare(
      `${name}, then again`,
      await this.#again(() => this.#db.within(scope, (tx) => this.#look(tx))),
      before,
    );
    const own = await this.#again(() =>
      this.#db.within(this.#victim, (tx) => tx.selectFrom('patients').select('id').modifyEnd(preparedMarker).execute()),
    );
    if (own.length !== 1 || own[0]?.id !== this.#foreign.patient)
      this.seen.push(`${name} -> center B sees ${own.length} patients`);
  }

  async #again<T>(work: () => Promise<T>): Promise<T> {
    return await work().catch(work);
  }

  /** Plays statements on connections of the application's login that the portal did not register. */
  async playUnregistered(login: pg.ClientConfig, statements: readonly string[]): Promise<void> {
    for (const statement of statements) {
      const client = new pg.Client(login);
      await client.connect();
      await client.query('BEGIN');
      const reply = await client.query(statement).catch(String);
      this.#findMarks(`unregistered: ${statement}`, statement, JSON.stringify(reply));
      // also fails: a scope that the statement left is not proven
      for (const text of ['ROLLBACK', 'BEGIN']) await client.query(text);
      const found = await client.query<{ found: number }>(countForeign(this.#foreign)).catch(() => undefined);
      this.#compare(`unregistered: ${statement}`, found?.rows[0]?.found, 0);
      await client.end();
      this.count += 1;
    }
  }
}
