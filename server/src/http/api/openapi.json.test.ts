import { expect, it } from 'vitest';
import { openapi } from './openapi.json.ts';

it('returns the cached document, since anyone may request it', async () => {
  const document = { openapi: '3.1.0' };
  const services = { apiDocument: () => document };
  expect(await openapi.handle(services as never)).toBe(document);
});
