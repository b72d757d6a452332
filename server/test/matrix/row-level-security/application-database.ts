import pg from 'pg';
import { mint } from '../../../src/domain/authorization/scope.ts';
import type { RowScope } from '../../../src/platform/db/row-scope.ts';
import type { TestAppWithFixtures } from '../../harness/start-test-app.ts';

/** insufficient_privilege: raised by a missing grant, a policy's check or a column's trigger. */
export const insufficientPrivilege = '42501';

const principalDefaults = {
  email: '',
  language: 'el',
  mustChangePassword: false,
  factorSetup: null,
  passwordAgeSeconds: 0,
  expiresAt: new Date(0),
} as const;

/** The hashes of a new session's secrets, in the scopes that may begin one. */
export const newSession = { bearerHash: Buffer.alloc(32, 0), cookieHash: Buffer.alloc(32, 1) };

/** Mints the scope of a request for a password link, with the hash of its token. */
export function resetRequest(email: string, tokenHash: Buffer = Buffer.alloc(32)) {
  return mint.resetRequest({ email, emailIndex: tokenHash, tokenHash });
}

/** Runs statements as the application's role in one scope, or as the database's owner. */
export class ApplicationDatabase {
  readonly #testApp: TestAppWithFixtures;

  constructor(testApp: TestAppWithFixtures) {
    this.#testApp = testApp;
  }

  /** Runs a statement as the database's owner. */
  async rows(statement: string, values: unknown[] = []): Promise<Record<string, unknown>[]> {
    return (await this.#testApp.superuser.query(statement, values)).rows;
  }

  /** Runs statements as the application in one transaction, and rolls it back. */
  async as<T>(scope: RowScope | null, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    const { pool, begin } = await this.#testApp.openScopedPool();
    const client = await pool.connect();
    try {
      await begin(client, scope, this.#testApp.clock.offsetMs);
      return await work(client);
    } finally {
      await client.query('ROLLBACK');
      client.release();
    }
  }

  /** Returns a statement's row count in a scope, or PostgreSQL's error code. */
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

  /** Stores tries of a code as if a transaction of the portal had counted them. */
  async storeTries(table: 'otp_verifications' | 'link_codes', id: string, macs: readonly Buffer[]): Promise<void> {
    await this.rows(`UPDATE ${table} SET tries = $2, tried_in = pg_current_xact_id() WHERE id = $1`, [id, macs]);
  }

  /** Returns the id of the latest active session that matches `condition`. */
  async sessionIdOf(condition: string, values: unknown[] = []): Promise<string> {
    const [row] = await this.rows(
      `SELECT id FROM sessions WHERE ${condition} AND revoked_at IS NULL ORDER BY created_at DESC LIMIT 1`,
      values,
    );
    return String(row?.id);
  }

  /** Mints the scope of the first center, or of another, by the latest session of its own account or by an id that is none. */
  async centerA(session?: { sessionId: string }, centerId = this.#testApp.fixtures.centerA.id) {
    const sessionId =
      session?.sessionId ?? (await this.sessionIdOf('center_id = $1 AND member_id IS NULL', [centerId]));
    return mint.center({
      ...principalDefaults,
      kind: 'center',
      userId: '',
      centerId,
      payerId: '',
      member: null,
      sessionId,
    });
  }

  /** Mints the scope of the doctor without consent, or of another doctor of the fixtures. */
  async doctor({ id, userId } = this.#testApp.fixtures.doctors.noConsent) {
    const sessionId = await this.sessionIdOf('doctor_id = $1', [id]);
    return mint.doctor({
      ...principalDefaults,
      kind: 'doctor',
      userId,
      doctorId: id,
      payerId: userId,
      isVerified: true,
      isSubscribed: true,
      sessionId,
    });
  }

  /** Mints the scope of a sign-in to an account whose password was right, or yielded another hash. */
  async signedIn(userId: string, passwordHash?: string) {
    const [row] = await this.rows('SELECT password_hash FROM users WHERE id = $1', [userId]);
    return mint.signedIn({
      userId,
      passwordHash: passwordHash ?? String(row?.password_hash),
      previousSession: null,
      newSession,
      challenge: Buffer.alloc(32, 3),
    });
  }

  /** Mints the scope in which a center's session is replaced after the password was given again. */
  async renewing({ id }: { id: string }) {
    const { session, centerId } = await this.centerA(undefined, id);
    const userId = await this.userOf({ id });
    return mint.renewing(
      mint.account({
        ...principalDefaults,
        kind: 'center',
        userId,
        centerId,
        payerId: userId,
        member: null,
        sessionId: session,
      }),
      newSession,
    );
  }

  /** Returns the id of the account of a center. */
  async userOf({ id }: { id: string }): Promise<string> {
    const [row] = await this.rows('SELECT user_id FROM medical_centers WHERE id = $1', [id]);
    return String(row?.user_id);
  }

  /** Mints the scope of a doctor's request for a phone number, by its blind index. */
  async matching(phoneIndex: Buffer = Buffer.alloc(32)) {
    return mint.matching(await this.doctor(), { phoneIndex, linkHash: Buffer.alloc(32) });
  }

  async admin() {
    return mint.admin({
      ...principalDefaults,
      kind: 'admin',
      userId: '',
      sessionId: await this.sessionIdOf(`role = 'admin'`),
    });
  }
}
