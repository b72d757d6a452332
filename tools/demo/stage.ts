import { type Route, routes } from '@medcloud/contract';
import type { Portal } from '@medcloud/server/src/domain/portal/portal.ts';
import type { Config } from '@medcloud/server/src/platform/config/config.ts';
import { Client } from '@medcloud/server/test/harness/client.ts';
import type { Outbox } from '@medcloud/server/test/harness/outbox.ts';
import { type Calendar, later } from './calendar.ts';
import type { Pictures } from './exams/pictures.ts';
import type { MovingClock } from './moving-clock.ts';
import type { Size } from './size.ts';

/** The portal that the year is played on, and what the players need. */
export interface Stage {
  readonly origin: string;
  readonly config: Config;
  readonly portal: Portal;
  readonly clock: MovingClock;
  readonly calendar: Calendar;
  readonly outbox: Outbox;
  readonly pictures: Pictures;
  readonly size: Size;
  readonly password: string;
  /** Stops the portal and starts it again, as for a new version; `origin` and `portal` are another's then. */
  restart(): Promise<void>;
}

/** Who does something: signs in when the last session is over, and acts over HTTP as a browser would. */
export type Actor =
  | { readonly kind: 'nobody' }
  | { readonly kind: 'admin' }
  | { readonly kind: 'center'; readonly centerId: string }
  | { readonly kind: 'doctor'; readonly email: string };

/** One thing that somebody does at a moment of the year. */
export interface Chore {
  readonly at: Date;
  readonly actor: Actor;
  play(client: Client): Promise<void>;
}

export const nobody: Actor = { kind: 'nobody' };
export const administrator: Actor = { kind: 'admin' };

// Less than an administrator's session may idle: everybody comes back with a new one.
const sessionMinutes = 12;

interface Open {
  client: Client;
  until: Date;
}

/** Keeps a client for each actor as long as the session would last. */
export class Players {
  readonly #stage: Stage;
  readonly #open = new Map<string, Open>();

  constructor(stage: Stage) {
    this.#stage = stage;
  }

  /** The actor's client, signed in a minute before `at` where no session is open. */
  async clientFor(actor: Actor, at: Date): Promise<Client> {
    const { clock } = this.#stage;
    const key = JSON.stringify(actor);
    const open = this.#open.get(key);
    if (actor.kind === 'nobody') clock.moveTo(at);
    const client = open && open.until >= at ? open.client : await this.#signIn(actor, at);
    clock.moveTo(at);
    this.#open.set(key, { client, until: later(clock.now(), sessionMinutes) });
    return client;
  }

  async #signIn(actor: Actor, at: Date): Promise<Client> {
    const client = new Client(this.#stage.origin, this.#stage.config);
    if (actor.kind === 'nobody') return client;
    this.#stage.clock.moveTo(later(at, -1));
    const { route, body } = loginOf(this.#stage, actor);
    return await client.signIn(route.path, body);
  }
}

function loginOf(
  { password, config }: Stage,
  actor: Exclude<Actor, { kind: 'nobody' }>,
): { route: Route; body: object } {
  switch (actor.kind) {
    case 'admin':
      return { route: routes.auth.adminLogin, body: { email: config.adminEmail, password } };
    case 'center':
      return { route: routes.auth.centerLogin, body: { centerId: actor.centerId, password } };
    case 'doctor':
      return { route: routes.auth.doctorLogin, body: { email: actor.email, password } };
  }
}
