import { expect, it } from 'vitest';
import { openapi } from './openapi.json.ts';

it('gives the document that was made once, since anybody may ask for it', async () => {
  const document = { openapi: '3.1.0' };
  const services = { apiDocument: () => document };
  expect(await openapi.handle(services as never)).toBe(document);
});
