import type { Client, Transport } from '../harness/client.ts';
import { selectByTurn } from '../harness/depth.ts';
import type { MatrixFixture } from './matrix-fixture.ts';
import type { Actor, Row } from './rows.ts';
import type { RequestSpec, TestResponse } from './send.ts';

/** One row played by one transport. */
export interface Attempt {
  fixture: MatrixFixture;
  row: Row;
  actor: Actor;
  transport: Transport;
  /** Sends with the actor's shared session, or with the client given; `null` sends no credentials at all. */
  send(request: RequestSpec, client?: Client | null): Promise<TestResponse>;
}

/** How a variant's rows become requests, and what their answers must show beside status and shape. */
export interface Variant {
  /** Makes the state that the row is about, sends it, and answers each answer that the row speaks of. */
  run(attempt: Attempt): Promise<TestResponse | TestResponse[]>;
  /** The note's own demand on an answer of 2xx. */
  demand?(response: TestResponse, attempt: Attempt): void | Promise<void>;
}

/** By `METHOD path variant`, as the matrix writes them. */
export type Variants = Record<string, Variant>;

/** A variant that needs no state: one request. */
export function plain(
  request: (attempt: Attempt) => RequestSpec | Promise<RequestSpec>,
  demand?: Variant['demand'],
): Variant {
  return { run: async (attempt) => attempt.send(await request(attempt)), ...(demand ? { demand } : {}) };
}

/** What another site's page would send: by fetch metadata, or by Origin where the browser has none. */
const crossSiteHeaders: Record<string, string>[] = [
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-site' },
  { origin: 'https://elsewhere.example' },
];

/** A request that another site's page makes with the cookie: in `npm test` in one of these ways, the next row in the next one. */
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
