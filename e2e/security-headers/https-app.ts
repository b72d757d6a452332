import { createHash, X509Certificate } from 'node:crypto';
import { type StandaloneApp, startStandaloneApp } from '@medcloud/server/test/harness/start-standalone-app.ts';
import { localhostCertificate } from '@medcloud/server/test/services/localhost-certificate.ts';
import { startTlsProxy } from '@medcloud/server/test/services/tls-proxy.ts';

const publicKey = new X509Certificate(localhostCertificate.cert).publicKey.export({ type: 'spki', format: 'der' });

/** The browser trusts the tests' own certificate for localhost, and refuses every other that nobody vouches for. */
export const trustLocalhostArgument = `--ignore-certificate-errors-spki-list=${createHash('sha256').update(publicKey).digest('base64')}`;

/** A portal in the production posture: a browser reaches it through a proxy that ends TLS, a test's clients at its own port too. */
export interface HttpsApp {
  testApp: StandaloneApp;
  /** Where a browser finds it: `https://localhost:PORT`. */
  origin: string;
  close(): Promise<void>;
}

export async function startHttpsApp(): Promise<HttpsApp> {
  const proxy = await startTlsProxy();
  const environment = { PUBLIC_URL: proxy.origin, TRUSTED_PROXIES: '127.0.0.0/8' };
  const { testApp, close } = await startStandaloneApp({ environment });
  proxy.setTarget(testApp.app.origin);
  return {
    testApp,
    origin: proxy.origin,
    close: async () => {
      await proxy.close();
      await close();
    },
  };
}
