import { createServer } from 'node:http';
import { routes } from '@medcloud/contract';
import type { CenterCast } from '@medcloud/server/test/harness/cast.ts';
import { freePort } from '@medcloud/server/test/harness/own-portal.ts';
import { tinyDicom } from '@medcloud/server/test/harness/tiny-dicom.ts';
import { openTlsProxy } from '@medcloud/server/test/services/tls-proxy.ts';
import type { Page } from '@playwright/test';

export interface OtherSite {
  origin: string;
  close(): Promise<void>;
}

/** Answers a page of another origin that sends an exam by a form as soon as it stands. */
export async function openOther(host: string, portal: string, { patient }: CenterCast): Promise<OtherSite> {
  const port = await freePort();
  const form = `<form method="post" enctype="multipart/form-data" action="${portal}${routes.center.uploadExam.path}">
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

/** The same on https, by a certificate that the browser trusts. */
export async function openOtherByTls(host: string, portal: string, center: CenterCast): Promise<OtherSite> {
  const [proxy, other] = [await openTlsProxy(), await openOther('127.0.0.1', portal, center)];
  proxy.leadTo(other.origin);
  return {
    origin: proxy.origin.replace('localhost', host),
    close: async () => {
      await proxy.close();
      await other.close();
    },
  };
}

/** Sends that form, and answers the status that its page was given. */
export async function sendsFrom(page: Page, origin: string): Promise<number | undefined> {
  await page.goto(origin);
  const name = 'exam.dcm';
  const buffer = tinyDicom({ patientName: 'Doe^Jane', seed: 9_003 });
  await page.locator('input[type=file]').setInputFiles({ name, buffer, mimeType: 'application/dicom' });
  const answered = page.waitForResponse((response) => response.request().method() === 'POST');
  await page.getByRole('button', { name: 'Send' }).click();
  return (await answered).status();
}
