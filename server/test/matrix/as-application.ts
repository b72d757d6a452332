import pg from 'pg';
import { mint } from '../../src/domain/authorization/scope.ts';
import { prologue, type RowScope } from '../../src/platform/db/row-scope.ts';
import type { CastWorld } from '../harness/world.ts';

/** insufficient_privilege: a grant, a policy's check or a column's guard. */
export const refused = '42501';

const someone = {
  email: '',
  language: 'el',
  mustChangePassword: false,
  passwordAgeSeconds: 0,
  expiresAt: new Date(0),
} as const;

/** The database as the application's role finds it, one scope at a time, and as its owner sees it. */
export class AsApplication {
  readonly #world: CastWorld;

  constructor(world: CastWorld) {
    this.#world = world;
  }

  /** A statement as the database's owner. */
  async rows(statement: string, values: unknown[] = []): Promise<Record<string, unknown>[]> {
    return (await this.#world.house.portal.db.pool.query(statement, values)).rows;
  }

  /** Runs statements in one transaction as the application, and leaves nothing behind. */
  async as<T>(scope: RowScope | null, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    const client = await this.#world.house.portal.db.pool.connect();
    const begin = scope === null ? 'BEGIN; SET LOCAL ROLE medcloud_app' : prologue(scope, this.#world.clock.offsetMs);
    try {
      await client.query(begin);
      return await work(client);
    } finally {
      await client.query('ROLLBACK');
      client.release();
    }
  }

  /** How a statement ends for a scope: its count of rows, or PostgreSQL's code. */
  async outcome(scope: RowScope | null, statement: string, values: unknown[] = []): Promise<number | string> {
    return await this.as(scope, async (client) => {
      try {
        return (await client.query(statement, values)).rowCount ?? 0;
      } catch (error) {
        if (error instanceof pg.DatabaseError) return String(error.code);
        throw error;
      }
    });
  }

  /** The id of a live session that `condition` picks. */
  async session(condition: string, values: unknown[] = []): Promise<string> {
    const [row] = await this.rows(
      `SELECT id FROM sessions WHERE ${condition} AND revoked_at IS NULL ORDER BY created_at DESC LIMIT 1`,
      values,
    );
    return String(row?.id);
  }

  async centerA() {
    const centerId = this.#world.cast.centerA.id;
    const sessionId = await this.session('center_id = $1', [centerId]);
    return mint.center({ ...someone, kind: 'center', userId: '', centerId, sessionId });
  }

  /** The doctor to whom nobody has consented, or another of the cast. */
  async doctor({ id, userId } = this.#world.cast.doctors.noConsent) {
    const sessionId = await this.session('doctor_id = $1', [id]);
    return mint.doctor({
      ...someone,
      kind: 'doctor',
      userId,
      doctorId: id,
      isVerified: true,
      isSubscribed: true,
      sessionId,
    });
  }

  async admin() {
    return mint.admin({ ...someone, kind: 'admin', userId: '', sessionId: await this.session(`role = 'admin'`) });
  }
}
