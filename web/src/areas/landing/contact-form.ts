import { findHiddenText, getCurrentLanguage } from './language.ts';

type Outcome = 'sent' | 'too-many' | 'failed';

const tooManyStatus = 429;
const invalidStatus = 400;

function fieldsOf(form: HTMLFormElement): (HTMLInputElement | HTMLTextAreaElement)[] {
  return [...form.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('[required]')];
}

function setFieldError(field: Element, isInvalid: boolean): void {
  if (isInvalid) field.setAttribute('aria-invalid', 'true');
  else field.removeAttribute('aria-invalid');
  const error = document.getElementById(field.getAttribute('aria-describedby') ?? '');
  if (error) error.hidden = !isInvalid;
}

/** Marks missing and invalid fields and focuses the first one. Returns whether the form is valid. */
function validateForm(form: HTMLFormElement): boolean {
  const fields = fieldsOf(form);
  for (const field of fields) setFieldError(field, !field.checkValidity() || field.value.trim() === '');
  const first = fields.find((field) => field.getAttribute('aria-invalid') === 'true');
  first?.focus();
  return first === undefined;
}

function showOutcome(form: HTMLFormElement, outcome: Outcome | null, reference = ''): void {
  for (const line of form.querySelectorAll<HTMLElement>('[data-outcome]'))
    line.hidden = line.dataset.outcome !== outcome;
  const referenceElement = form.querySelector('[data-reference]');
  if (referenceElement) referenceElement.textContent = reference;
  form.querySelector('[data-outcome]:not([hidden])')?.scrollIntoView({ block: 'center' });
}

function setBusy(form: HTMLFormElement, isBusy: boolean): void {
  form.querySelector('[type=submit]')?.setAttribute('aria-disabled', String(isBusy));
  for (const [name, isShown] of [
    ['idle', !isBusy],
    ['busy', isBusy],
  ] as const) {
    const label = form.querySelector<HTMLElement>(`[data-${name}]`);
    if (label) label.hidden = !isShown;
  }
}

async function send(form: HTMLFormElement): Promise<void> {
  setBusy(form, true);
  showOutcome(form, null);
  const body = JSON.stringify({
    ...Object.fromEntries(new FormData(form)),
    language: getCurrentLanguage(),
    topic: 'landing',
  });
  const headers = { 'content-type': 'application/json' };
  try {
    const response = await fetch('/api/support/messages', { method: 'POST', headers, body });
    if (response.ok) {
      const { reference }: { reference: string } = await response.json();
      form.reset();
      showOutcome(form, 'sent', reference);
    } else if (response.status === invalidStatus) await showServerErrors(form, response);
    else showOutcome(form, response.status === tooManyStatus ? 'too-many' : 'failed');
  } catch {
    showOutcome(form, 'failed'); // the server was not reached; the typed text stays
  } finally {
    setBusy(form, false);
  }
}

/** Marks the fields that only the server found invalid. */
async function showServerErrors(form: HTMLFormElement, response: Response): Promise<void> {
  const { errors = [] }: { errors?: { field: string }[] } = await response.json();
  const invalidFields = fieldsOf(form).filter((field) => errors.some((error) => error.field === field.name));
  for (const field of invalidFields) setFieldError(field, true);
  invalidFields[0]?.focus();
  if (invalidFields.length === 0) showOutcome(form, 'failed');
}

/**
 * Starts the contact form. The browser validates it for convenience, then the server does. A failure keeps the typed
 * text.
 */
export function startContactForm(): void {
  const form = document.querySelector<HTMLFormElement>('[data-contact]');
  if (!form) return;
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const isBusy = form.querySelector('[type=submit]')?.getAttribute('aria-disabled') === 'true';
    if (!isBusy && validateForm(form)) void send(form);
  });
  form.addEventListener('input', ({ target }) => {
    if (target instanceof Element && target.getAttribute('aria-invalid')) setFieldError(target, false);
  });
  for (const link of document.querySelectorAll<HTMLElement>('[data-plan]'))
    link.addEventListener('click', () => prefillPlan(form, link.dataset.plan ?? ''));
}

/** Adds the chosen plan to the message unless it already has text. */
function prefillPlan(form: HTMLFormElement, plan: string): void {
  const message = form.querySelector<HTMLTextAreaElement>('[name=message]');
  if (message && message.value.trim() === '')
    message.value = findHiddenText('about-plan', getCurrentLanguage()).replace('{plan}', plan);
}
