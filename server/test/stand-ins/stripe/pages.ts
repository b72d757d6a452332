import type { IncomingMessage, ServerResponse } from 'node:http';
import { readBody } from './form.ts';
import type { StripeRecords } from './records.ts';

const page = (title: string, body: string) =>
  `<!doctype html><html lang="en"><title>${title}</title><main><h1>${title}</h1>${body}</main></html>`;

/**
 * Serves the pages on which a payer would be: of a payment with a button that pays and one that leaves, and of the saved card.
 * Returns false for other paths.
 */
export async function servePage(
  records: StripeRecords,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<boolean> {
  const [, place, id = ''] = (request.url ?? '').split('/');
  const html = (text: string) => response.writeHead(200, { 'content-type': 'text/html' }).end(text);
  if (place === 'portal') html(page('Your card', '<p>Visa 4242</p>'));
  else if (place !== 'pay') return false;
  else if (request.method !== 'POST') {
    const buttons = '<button name="act" value="pay">Pay</button> <button name="act" value="leave">Leave</button>';
    html(page('Payment', `<form method="post">${buttons}</form>`));
  } else {
    const session = records.sessions.get(id);
    if ((await readBody(request)).includes('pay')) records.pay(id);
    response.writeHead(303, { location: session?.success_url ?? '/' }).end();
  }
  return true;
}
