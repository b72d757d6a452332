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
