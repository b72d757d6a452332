import { createHash, X509Certificate } from 'node:crypto';
import { jobsWithoutAlarms } from '@medcloud/server/test/harness/quiet-jobs.ts';
import { type StandaloneApp, startStandaloneApp } from '@medcloud/server/test/harness/start-standalone-app.ts';
import { localhostCertificate } from '@medcloud/server/test/services/localhost-certificate.ts';
import { startTlsProxy } from '@medcloud/server/test/services/tls-proxy.ts';

const publicKey = new X509Certificate(localhostCertificate.cert).publicKey.export({ type: 'spki', format: 'der' });

/** Makes the browser trust the tests' own certificate for localhost, and no other untrusted one. */
export const trustLocalhostArgument = `--ignore-certificate-errors-spki-list=${createHash('sha256').update(publicKey).digest('base64')}`;

/** An app in production posture behind a proxy that terminates TLS. Test clients also reach it at its own port. */
export interface HttpsApp {
  testApp: StandaloneApp;
  /** The address for a browser: `https://localhost:PORT`. */
  origin: string;
  close(): Promise<void>;
}

export async function startHttpsApp(): Promise<HttpsApp> {
  const proxy = await startTlsProxy();
  const environment = { PUBLIC_URL: proxy.origin, TRUSTED_PROXIES: '127.0.0.0/8' };
  const { testApp, close } = await startStandaloneApp({ environment, overrides: { jobs: jobsWithoutAlarms } });
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
