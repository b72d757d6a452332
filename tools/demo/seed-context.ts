import { type Route, routes } from '@medcloud/contract';
import type { AppContext } from '@medcloud/server/src/domain/core/context.ts';
import type { Config } from '@medcloud/server/src/platform/config/config.ts';
import { Client } from '@medcloud/server/test/harness/client.ts';
import type { Outbox } from '@medcloud/server/test/harness/outbox.ts';
import { addMinutes, type Calendar } from './calendar.ts';
import type { ExamImages } from './exams/exam-images.ts';
import type { MovingClock } from './moving-clock.ts';
import type { Size } from './size.ts';

/** The portal that the year is played on, and what the players need. */
export interface SeedContext {
  readonly origin: string;
  readonly config: Config;
  readonly context: AppContext;
  readonly clock: MovingClock;
  readonly calendar: Calendar;
  readonly outbox: Outbox;
  readonly images: ExamImages;
  readonly size: Size;
  readonly password: string;
  /** Stops the portal and starts it again, as for a new version; `origin` and `portal` are another's then. */
  restart(): Promise<void>;
}

/** Who does something: signs in when the last session is over, and acts over HTTP as a browser would. */
export type Principal =
  | { readonly kind: 'nobody' }
  | { readonly kind: 'admin' }
  | { readonly kind: 'center'; readonly centerId: string }
  | { readonly kind: 'doctor'; readonly email: string };

/** One thing that somebody does at a moment of the year. */
export interface SeedStep {
  readonly at: Date;
  readonly principal: Principal;
  run(client: Client): Promise<void>;
}

export const anonymous: Principal = { kind: 'nobody' };
export const administrator: Principal = { kind: 'admin' };

// Less than an administrator's session may idle: everybody comes back with a new one.
const sessionMinutes = 12;

interface OpenSession {
  client: Client;
  until: Date;
}

/** Keeps a client for each actor as long as the session would last. */
export class ClientPool {
  readonly #seedContext: SeedContext;
  readonly #sessions = new Map<string, OpenSession>();

  constructor(seedContext: SeedContext) {
    this.#seedContext = seedContext;
  }

  /** The actor's client, signed in a minute before `at` where no session is open. */
  async getClient(principal: Principal, at: Date): Promise<Client> {
    const { clock } = this.#seedContext;
    const key = JSON.stringify(principal);
    const session = this.#sessions.get(key);
    if (principal.kind === 'nobody') clock.moveTo(at);
    const client = session && session.until >= at ? session.client : await this.#signIn(principal, at);
    clock.moveTo(at);
    this.#sessions.set(key, { client, until: addMinutes(clock.now(), sessionMinutes) });
    return client;
  }

  async #signIn(principal: Principal, at: Date): Promise<Client> {
    const client = new Client(this.#seedContext.origin, this.#seedContext.config);
    if (principal.kind === 'nobody') return client;
    this.#seedContext.clock.moveTo(addMinutes(at, -1));
    const { route, body } = getLogin(this.#seedContext, principal);
    return await client.signIn(route.path, body);
  }
}

function getLogin(
  { password, config }: SeedContext,
  principal: Exclude<Principal, { kind: 'nobody' }>,
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
