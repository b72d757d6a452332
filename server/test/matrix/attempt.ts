import type { Client, Transport } from '../harness/client.ts';
import { selectByTurn } from '../harness/depth.ts';
import type { MatrixFixture } from './matrix-fixture.ts';
import type { Actor, Row, Sender } from './rows.ts';
import type { RequestSpec, TestResponse } from './send.ts';

/** One row sent by one transport. */
export interface Attempt {
  fixture: MatrixFixture;
  row: Row;
  actor: Actor;
  /** Whose account sends, where it is not the actor's own: a member's of center A. */
  sender: Sender;
  transport: Transport;
  /** Sends with the actor's shared session, or with the client given; `null` sends no credentials at all. */
  send(request: RequestSpec, client?: Client | null): Promise<TestResponse>;
}

/** How a variant's rows become requests, and what their responses must contain besides status and shape. */
export interface Variant {
  /** Prepares the state of the row, sends its requests, and returns every response that the row describes. */
  run(attempt: Attempt): Promise<TestResponse | TestResponse[]>;
  /** Checks the demand of the row's note on a 2xx response. */
  demand?(response: TestResponse, attempt: Attempt): void | Promise<void>;
  /** The actor has no second factor. An administrator on https has one otherwise, since one is required. */
  isWithoutFactor?: true;
}

/** Variants by `METHOD path variant`, as in the matrix. */
export type Variants = Record<string, Variant>;

/** Creates a variant of one request, without prepared state. */
export function plain(
  request: (attempt: Attempt) => RequestSpec | Promise<RequestSpec>,
  demand?: Variant['demand'],
): Variant {
  return { run: async (attempt) => attempt.send(await request(attempt)), ...(demand ? { demand } : {}) };
}

/** Headers of another site's page: fetch metadata, or Origin for browsers without it. */
const crossSiteHeaders: Record<string, string>[] = [
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-site' },
  { origin: 'https://elsewhere.example' },
];

/**
 * Creates a variant of a cross-site request with the cookie. `npm test` uses one kind of headers per row, in rotation.
 */
export function crossSite(request: (attempt: Attempt) => RequestSpec | Promise<RequestSpec>): Variant {
  return {
    run: async (attempt) => {
      const sent = await request(attempt);
      const responses: TestResponse[] = [];
      for (const headers of selectByTurn(attempt.fixture.nextNumber(), crossSiteHeaders))
        responses.push(await attempt.send({ ...sent, headers }));
      return responses;
    },
  };
}
