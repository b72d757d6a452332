import type { Client, Transport } from '../harness/client.ts';
import { inTurn } from '../harness/depth.ts';
import type { Actor, Row } from './rows.ts';
import type { Answer, Ask } from './send.ts';
import type { Stage } from './stage.ts';

/** One row played by one transport. */
export interface Attempt {
  stage: Stage;
  row: Row;
  actor: Actor;
  transport: Transport;
  /** Sends with the actor's shared session, or with the client given; `null` sends no credentials at all. */
  send(ask: Ask, client?: Client | null): Promise<Answer>;
}

/** How a variant's rows become requests, and what their answers must show beside status and shape. */
export interface Variant {
  /** Makes the state that the row is about, sends it, and answers each answer that the row speaks of. */
  run(attempt: Attempt): Promise<Answer | Answer[]>;
  /** The note's own demand on an answer of 2xx. */
  demand?(answer: Answer, attempt: Attempt): void | Promise<void>;
}

/** By `METHOD path variant`, as the matrix writes them. */
export type Variants = Record<string, Variant>;

/** A variant that needs no state: one request. */
export function plain(ask: (attempt: Attempt) => Ask | Promise<Ask>, demand?: Variant['demand']): Variant {
  return { run: async (attempt) => attempt.send(await ask(attempt)), ...(demand ? { demand } : {}) };
}

/** What another site's page would send: by fetch metadata, or by Origin where the browser has none. */
const fromElsewhere: Record<string, string>[] = [
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-site' },
  { origin: 'https://elsewhere.example' },
];

/** A request that another site's page makes with the cookie: in `npm test` in one of these ways, the next row in the next one. */
export function crossSite(ask: (attempt: Attempt) => Ask | Promise<Ask>): Variant {
  return {
    run: async (attempt) => {
      const sent = await ask(attempt);
      const answers: Answer[] = [];
      for (const headers of inTurn(attempt.stage.next(), fromElsewhere))
        answers.push(await attempt.send({ ...sent, headers }));
      return answers;
    },
  };
}
