import { randomUUID } from 'node:crypto';
import { routes } from '@medcloud/contract';
import { expect } from 'vitest';
import { type Attempt, plain, type Variants } from '../attempt.ts';
import { jsonOf, type RequestSpec } from '../send.ts';

const form = { name: 'Άννα', email: 'anna@example.gr', message: 'Δεν βρίσκω τις εξετάσεις μου.' };
const inbox = '/api/admin/support-messages';
const post = (path: string, json?: unknown): RequestSpec => ({
  method: 'POST',
  path,
  ...(json === undefined ? {} : { json }),
});

/** M1: sends a message without an account, a new one for each row of the administrator. Other actors may not see it. */
async function newMessage({ actor, fixture }: Attempt): Promise<string> {
  const [any] = actor === 'admin' ? [] : await fixture.sql('SELECT id FROM support_messages LIMIT 1');
  if (any) return String(any.id);
  return (await fixture.testApp.anonymous.call(routes.support.sendMessage, { body: form })).id;
}

const text = 'Τις είδαμε· στέλνουμε νέο σύνδεσμο.';
const reply = async (attempt: Attempt) => post(`${inbox}/${await newMessage(attempt)}/reply`, { text });
const close = async (attempt: Attempt) => post(`${inbox}/${await newMessage(attempt)}/close`);
const countMails = ({ fixture }: Attempt) =>
  fixture.count(`SELECT count(*) FROM outbox_messages WHERE kind = 'support-reply'`);

const replies: Variants = {
  [`POST ${inbox}/{M1}/reply default`]: {
    run: async (attempt) => {
      const before = await countMails(attempt);
      const response = await attempt.send(await reply(attempt));
      expect((await countMails(attempt)) - before).toBe(response.status === 200 ? 1 : 0);
      return response;
    },
    demand: (response) =>
      expect(jsonOf(response)).toMatchObject({ message: { state: 'answered', replies: [{ text }] } }),
  },
  [`POST ${inbox}/{M1}/reply empty_text`]: plain(async (attempt) => ({
    ...(await reply(attempt)),
    json: { text: ' ' },
  })),
  [`POST ${inbox}/{M1}/reply repeat_same_idempotency_key`]: {
    run: async (attempt) => {
      const request = { ...(await reply(attempt)), headers: { 'idempotency-key': randomUUID() } };
      const before = await countMails(attempt);
      const responses = [await attempt.send(request), await attempt.send(request)];
      expect((await countMails(attempt)) - before).toBe(attempt.row.status === 200 ? 1 : 0);
      return responses;
    },
  },
};

const closing: Variants = {
  [`POST ${inbox}/{M1}/close default`]: plain(close, (response) =>
    expect(jsonOf(response)).toMatchObject({ message: { state: 'closed' } }),
  ),
  [`POST ${inbox}/{M1}/close already_closed`]: {
    run: async (attempt) => {
      const request = await close(attempt);
      const [first, again] = [await attempt.send(request), await attempt.send(request)];
      if (attempt.row.status === 200) expect(jsonOf(again)).toEqual(jsonOf(first));
      return [first, again];
    },
  },
};

export const support: Variants = {
  'POST /api/support/messages default': plain(() => post('/api/support/messages', form)),
  [`GET ${inbox} bad_cursor`]: plain(() => ({ method: 'GET', path: `${inbox}?cursor=${randomUUID()}` })),
  [`GET ${inbox}/{M1} default`]: plain(
    async (attempt) => ({ method: 'GET', path: `${inbox}/${await newMessage(attempt)}` }),
    (response) => expect(jsonOf(response)).toMatchObject({ state: 'open', message: form.message }),
  ),
  ...replies,
  ...closing,
};
