import { type Route, routes } from '@medcloud/contract';
import type { AppContext } from '@medcloud/server/src/domain/core/context.ts';
import type { Config } from '@medcloud/server/src/platform/config/config.ts';
import { Client } from '@medcloud/server/test/harness/client.ts';
import type { Outbox } from '@medcloud/server/test/harness/outbox.ts';
import type pg from 'pg';
import { addMinutes, type Calendar } from './calendar.ts';
import type { ExamImages } from './exams/exam-images.ts';
import type { MovingClock } from './moving-clock.ts';
import type { Size } from './size.ts';

/** The portal being seeded, and the objects that seed steps need. */
export interface SeedContext {
  readonly origin: string;
  readonly config: Config;
  readonly context: AppContext;
  readonly superuser: pg.Pool;
  readonly clock: MovingClock;
  readonly calendar: Calendar;
  readonly outbox: Outbox;
  readonly images: ExamImages;
  readonly size: Size;
  readonly password: string;
  /**
   * Restarts the portal, as for a new version, with further settings until the next restart. Afterwards `origin` and
   * `context` are those of the new app.
   */
  restart(settings?: { PAYMENTS_URL: string }): Promise<void>;
}

/** The actor of a seed step, who uses HTTP like a browser and signs in again after the last session has ended. */
export type Principal =
  | { readonly kind: 'anonymous' }
  | { readonly kind: 'admin' }
  | { readonly kind: 'center'; readonly centerId: string }
  | { readonly kind: 'doctor'; readonly email: string };

/** One act of an actor at a time of the year. */
export interface SeedStep {
  readonly at: Date;
  readonly principal: Principal;
  run(client: Client): Promise<void>;
}

export const anonymous: Principal = { kind: 'anonymous' };
export const administrator: Principal = { kind: 'admin' };

// Less than the idle limit of an administrator's session, so later steps sign in again.
const sessionMinutes = 12;

interface OpenSession {
  client: Client;
  until: Date;
}

/** Keeps a client per actor while its session is valid and the portal was not restarted. */
export class ClientPool {
  readonly #seedContext: SeedContext;
  readonly #sessions = new Map<string, OpenSession>();

  constructor(seedContext: SeedContext) {
    this.#seedContext = seedContext;
  }

  /** Returns the actor's client. Without a valid session it signs in a minute before `at`. */
  async getClient(principal: Principal, at: Date): Promise<Client> {
    const { clock } = this.#seedContext;
    const key = JSON.stringify(principal);
    const session = this.#sessions.get(key);
    if (principal.kind === 'anonymous') clock.moveTo(at);
    const isOpen = session !== undefined && session.until >= at && session.client.origin === this.#seedContext.origin;
    const client = isOpen ? session.client : await this.#signIn(principal, at);
    clock.moveTo(at);
    this.#sessions.set(key, { client, until: addMinutes(clock.now(), sessionMinutes) });
    return client;
  }

  /** Signs in with the actor's browser: it has the device cookie of its last sign-in. */
  async #signIn(principal: Principal, at: Date): Promise<Client> {
    const client = new Client(this.#seedContext.origin, this.#seedContext.config);
    if (principal.kind === 'anonymous') return client;
    this.#seedContext.clock.moveTo(addMinutes(at, -1));
    const { route, body } = getLogin(this.#seedContext, principal);
    const device = this.#sessions.get(JSON.stringify(principal))?.client.device;
    return await client.signIn(route.path, body, device);
  }
}

function getLogin(
  { password, config }: SeedContext,
  principal: Exclude<Principal, { kind: 'anonymous' }>,
): { route: Route; body: object } {
  switch (principal.kind) {
    case 'admin':
      return { route: routes.auth.adminLogin, body: { email: config.adminEmail, password } };
    case 'center':
      return { route: routes.auth.centerLogin, body: { centerId: principal.centerId, password } };
    case 'doctor':
      return { route: routes.auth.doctorLogin, body: { email: principal.email, password } };
  }
}
