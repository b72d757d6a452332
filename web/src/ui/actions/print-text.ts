import type { Language } from '@medcloud/contract/languages';

/** Prints a text alone, without the page around it: in a hidden frame, which goes once the dialog is closed. */
export function printText({ title, text, language }: { title: string; text: string; language: Language }): void {
  const frame = document.createElement('iframe');
  frame.setAttribute('aria-hidden', 'true');
  frame.style.cssText = 'position:fixed;width:0;height:0;border:0;visibility:hidden';
  document.body.append(frame);
  const view = frame.contentWindow;
  if (view === null) throw new Error('A frame in the page has a window.');
  const page = view.document;
  page.documentElement.lang = language;
  page.title = title;
  const heading = page.createElement('h1');
  heading.textContent = title;
  heading.style.cssText = 'font:600 14pt/1.3 sans-serif;text-wrap:balance';
  const body = page.createElement('p');
  body.textContent = text;
  body.style.cssText = 'font:11pt/1.45 sans-serif;white-space:pre-wrap';
  page.body.append(heading, body);
  view.addEventListener('afterprint', () => frame.remove());
  view.print();
}

/** Saves a text as a file of the browser's downloads. */
export function downloadText(fileName: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/plain;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = fileName;
  link.click();
  URL.revokeObjectURL(address);
}
