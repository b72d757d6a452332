import { screens } from '@medcloud/contract/screens';
import { expect, test } from '../test-app.ts';

/** Files that the build compressed are sent as they are, and are the same as the uncompressed ones. */

test('sends the files that a page names compressed by the build', async ({ testApp: { origin } }) => {
  const send = (path: string, encoding: string) =>
    fetch(`${origin}${path}`, { headers: { 'accept-encoding': encoding } });
  const page = await (await send(screens.centerDashboard, 'identity')).text();
  const paths = [...page.matchAll(/(?:src|href)="(\/assets\/[^"]+\.(?:js|css))"/g)].map(([, path = '']) => path);
  expect(paths.length).toBeGreaterThan(5);
  for (const path of paths) {
    const [compressed, plain] = await Promise.all([send(path, 'br'), send(path, 'identity')]);
    const text = await plain.text();
    expect(await compressed.text(), path).toBe(text);
    if (text.length < 1_024) continue; // too small to be compressed by the build
    expect(compressed.headers.get('content-encoding'), path).toBe('br');
    expect(Number(compressed.headers.get('content-length')), path).toBeLessThan(text.length / 2);
    expect(compressed.headers.get('cache-control')).toContain('immutable');
    expect((await send(`${path}.br`, 'identity')).status).toBe(404);
    const beyond = await fetch(`${origin}${path}`, { headers: { range: 'bytes=99999999-' } });
    expect(beyond.status).toBe(416);
  }
});

test('sends the rendered pages as the build compressed them, and not again while they are the same', async ({
  testApp: { origin },
}) => {
  for (const path of [screens.home, screens.privacy, screens.terms]) {
    const send = (headers: Record<string, string>) => fetch(`${origin}${path}`, { headers });
    const [compressed, plain, refused] = await Promise.all([
      send({ 'accept-encoding': 'gzip, br' }),
      send({ 'accept-encoding': 'identity' }),
      send({ 'accept-encoding': 'br;q=0' }),
    ]);
    const text = await plain.text();
    expect(await compressed.text(), path).toBe(text);
    expect(await refused.text(), path).toBe(text);
    expect(refused.headers.get('content-encoding')).not.toBe('br');
    expect(compressed.headers.get('content-encoding'), path).toBe('br');
    expect(compressed.headers.get('vary')).toContain('accept-encoding');
    expect(text).not.toContain('nonce');
    const again = await send({ 'if-none-match': compressed.headers.get('etag') ?? '' });
    expect([again.status, await again.text()]).toEqual([304, '']);
    expect(again.headers.get('content-security-policy')).toBe(compressed.headers.get('content-security-policy'));
  }
});
