import type { landingText } from '../../text/landing.ts';
import { languageNow } from './language.ts';

type Words = typeof landingText;
type Outcome = 'sent' | 'too-many' | 'failed';

const tooManyStatus = 429;
const invalidStatus = 400;

function fieldsOf(form: HTMLFormElement): (HTMLInputElement | HTMLTextAreaElement)[] {
  return [...form.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('[required]')];
}

function mark(field: Element, isWrong: boolean): void {
  if (isWrong) field.setAttribute('aria-invalid', 'true');
  else field.removeAttribute('aria-invalid');
  const error = document.getElementById(field.getAttribute('aria-describedby') ?? '');
  if (error) error.hidden = !isWrong;
}

/** Marks what is missing or wrong and moves to the first of it. */
function check(form: HTMLFormElement): boolean {
  const fields = fieldsOf(form);
  for (const field of fields) mark(field, !field.checkValidity() || field.value.trim() === '');
  const first = fields.find((field) => field.getAttribute('aria-invalid') === 'true');
  first?.focus();
  return first === undefined;
}

function say(form: HTMLFormElement, outcome: Outcome | null, reference = ''): void {
  for (const line of form.querySelectorAll<HTMLElement>('[data-outcome]'))
    line.hidden = line.dataset.outcome !== outcome;
  const named = form.querySelector('[data-reference]');
  if (named) named.textContent = reference;
  form.querySelector('[data-outcome]:not([hidden])')?.scrollIntoView({ block: 'center' });
}

function setBusy(form: HTMLFormElement, isBusy: boolean): void {
  form.querySelector('[type=submit]')?.setAttribute('aria-disabled', String(isBusy));
  for (const [name, isShown] of [
    ['idle', !isBusy],
    ['busy', isBusy],
  ] as const) {
    const words = form.querySelector<HTMLElement>(`[data-${name}]`);
    if (words) words.hidden = !isShown;
  }
}

async function send(form: HTMLFormElement): Promise<void> {
  setBusy(form, true);
  say(form, null);
  const body = JSON.stringify({ ...Object.fromEntries(new FormData(form)), language: languageNow(), topic: 'landing' });
  const headers = { 'content-type': 'application/json' };
  try {
    const answer = await fetch('/api/support/messages', { method: 'POST', headers, body });
    if (answer.ok) {
      const { reference }: { reference: string } = await answer.json();
      form.reset();
      say(form, 'sent', reference);
    } else if (answer.status === invalidStatus) await showWrong(form, answer);
    else say(form, answer.status === tooManyStatus ? 'too-many' : 'failed');
  } catch {
    say(form, 'failed'); // the portal was not reached; what was typed stays
  } finally {
    setBusy(form, false);
  }
}

/** The portal found something that the browser did not. */
async function showWrong(form: HTMLFormElement, answer: Response): Promise<void> {
  const { errors = [] }: { errors?: { field: string }[] } = await answer.json();
  const wrong = fieldsOf(form).filter((field) => errors.some((error) => error.field === field.name));
  for (const field of wrong) mark(field, true);
  wrong[0]?.focus();
  if (wrong.length === 0) say(form, 'failed');
}

/** The contact form: checked here for comfort and again by the portal; nothing typed is lost on a failure. */
export function followContact(words: Words): void {
  const form = document.querySelector<HTMLFormElement>('[data-contact]');
  if (!form) return;
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const isBusy = form.querySelector('[type=submit]')?.getAttribute('aria-disabled') === 'true';
    if (!isBusy && check(form)) void send(form);
  });
  form.addEventListener('input', ({ target }) => {
    if (target instanceof Element && target.getAttribute('aria-invalid')) mark(target, false);
  });
  for (const link of document.querySelectorAll<HTMLElement>('[data-plan]'))
    link.addEventListener('click', () => askFor(form, words, link.dataset.plan ?? ''));
}

/** A plan was chosen: the message says so, unless something was written already. */
function askFor(form: HTMLFormElement, words: Words, plan: string): void {
  const message = form.querySelector<HTMLTextAreaElement>('[name=message]');
  if (message && message.value.trim() === '') message.value = words[languageNow()].about.center.replace('{plan}', plan);
}
