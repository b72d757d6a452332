import { createHash } from 'node:crypto';
import { consentTextVersion, consentWords, routes } from '@medcloud/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { asked } from './cast.ts';
import { type CastWorld, openCastWorld } from './world.ts';

const { lookup, respond, revoke } = routes.patientAccess;

/** What the receipt on a consent link says (product, "Doctor's path", 5). */
let world: CastWorld;
beforeAll(async () => {
  world = await openCastWorld();
});
afterAll(() => world.close());

it('says when, in which language and to which words the patient agreed, also after taking it back', async () => {
  const { anonymous, cast } = world;
  const accessToken = await asked(world, cast.doctors.noConsent, '+306900000001');
  const open = await anonymous.call(lookup, { body: { accessToken } });
  expect(open.records[0]).toMatchObject({ answeredAt: null, agreed: null });
  const answeredAt = world.clock.now().getTime();
  await anonymous.call(respond, { body: { accessToken, response: 'grant', language: 'en' } });
  const given = await anonymous.call(lookup, { body: { accessToken } });
  expect(given.reference).toMatch(/^[0-9A-F]{4}(-[0-9A-F]{4}){2}$/);
  expect(given.reference).toBe(open.reference);
  const textHash = createHash('sha256').update(consentWords('en')).digest('hex');
  const agreed = { language: 'en', textVersion: consentTextVersion, textHash };
  expect(given.records[0]?.agreed).toEqual(agreed);
  expect(Math.abs(Date.parse(given.records[0]?.answeredAt ?? '') - answeredAt)).toBeLessThan(60_000);
  await anonymous.call(revoke, { body: { accessToken } });
  expect((await anonymous.call(lookup, { body: { accessToken } })).records[0]?.agreed).toEqual(agreed);
});

it('says of a no when it was said, and of no text', async () => {
  const { anonymous, cast } = world;
  const accessToken = await asked(world, cast.doctors.noConsent, '+306900000002');
  await anonymous.call(respond, { body: { accessToken, response: 'deny' } });
  const [denied] = (await anonymous.call(lookup, { body: { accessToken } })).records;
  expect(denied?.agreed).toBeNull();
  expect(denied?.answeredAt).not.toBeNull();
});
