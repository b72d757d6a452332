import { createHash, X509Certificate } from 'node:crypto';
import { openOwnPortal, type Portal } from '@medcloud/server/test/harness/own-portal.ts';
import { localhostCertificate } from '@medcloud/server/test/services/localhost-certificate.ts';
import { openTlsProxy } from '@medcloud/server/test/services/tls-proxy.ts';

const publicKey = new X509Certificate(localhostCertificate.cert).publicKey.export({ type: 'spki', format: 'der' });

/** The browser trusts the tests' own certificate for localhost, and refuses every other that nobody vouches for. */
export const trustsLocalhost = `--ignore-certificate-errors-spki-list=${createHash('sha256').update(publicKey).digest('base64')}`;

/** A portal in the production posture: a browser reaches it through a proxy that ends TLS, a test's clients at its own port too. */
export interface HttpsPortal {
  portal: Portal;
  /** Where a browser finds it: `https://localhost:PORT`. */
  origin: string;
  close(): Promise<void>;
}

export async function openHttpsPortal(): Promise<HttpsPortal> {
  const proxy = await openTlsProxy();
  const environment = { PUBLIC_URL: proxy.origin, TRUSTED_PROXIES: '127.0.0.0/8' };
  const { portal, close } = await openOwnPortal({ environment });
  proxy.leadTo(portal.house.origin);
  return {
    portal,
    origin: proxy.origin,
    close: async () => {
      await proxy.close();
      await close();
    },
  };
}
