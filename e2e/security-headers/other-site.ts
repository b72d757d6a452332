import { createServer } from 'node:http';
import { routes } from '@medcloud/contract';
import type { CenterFixture } from '@medcloud/server/test/harness/fixtures.ts';
import { freePort } from '@medcloud/server/test/harness/start-standalone-app.ts';
import { tinyDicom } from '@medcloud/server/test/harness/tiny-dicom.ts';
import { startTlsProxy } from '@medcloud/server/test/services/tls-proxy.ts';
import type { Page } from '@playwright/test';

export interface OtherSite {
  origin: string;
  close(): Promise<void>;
}

/** Serves a page of another origin with a form that uploads an exam. */
export async function startOtherSite(host: string, appOrigin: string, { patient }: CenterFixture): Promise<OtherSite> {
  const port = await freePort();
  const form = `<form method="post" enctype="multipart/form-data" action="${appOrigin}${routes.center.uploadExam.path}">
    <input name="patientId" value="${patient.patientId}"><input name="examType" value="ct">
    <input name="examDate" value="2026-01-15"><input type="file" name="file"><button>Send</button></form>`;
  const server = createServer((_request, response) => response.setHeader('content-type', 'text/html').end(form));
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    origin: `http://${host}:${port}`,
    close: async () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Serves the same page over https with a certificate that the browser trusts. */
export async function startOtherSiteOverTls(
  host: string,
  appOrigin: string,
  center: CenterFixture,
): Promise<OtherSite> {
  const [proxy, site] = [await startTlsProxy(), await startOtherSite('127.0.0.1', appOrigin, center)];
  proxy.setTarget(site.origin);
  return {
    origin: proxy.origin.replace('localhost', host),
    close: async () => {
      await proxy.close();
      await site.close();
    },
  };
}

/** Submits that form and returns the response status. */
export async function submitForm(page: Page, origin: string): Promise<number | undefined> {
  await page.goto(origin);
  const name = 'exam.dcm';
  const buffer = tinyDicom({ patientName: 'Doe^Jane', seed: 9_003 });
  await page.locator('input[type=file]').setInputFiles({ name, buffer, mimeType: 'application/dicom' });
  const waitForReply = page.waitForResponse((response) => response.request().method() === 'POST');
  await page.getByRole('button', { name: 'Send' }).click();
  return (await waitForReply).status();
}
