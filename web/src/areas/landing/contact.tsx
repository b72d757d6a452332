import { limits } from '@medcloud/contract';
import { languages } from '@medcloud/contract/languages';
import { CircleAlert, Clock, Mail, Phone } from 'lucide-react';
import type { ComponentProps } from 'react';
import { Message } from './landing-message.ts';

type Key = Parameters<typeof Message>[0]['of'];

function FieldError({ of, id }: { of: Key; id: string }) {
  return (
    <p id={id} hidden className="flex gap-1.5 text-small text-danger-text [[hidden]]:hidden">
      <CircleAlert size={14} aria-hidden="true" className="mt-0.5" />
      <span>
        <Message of={of} />
      </span>
    </p>
  );
}

function TextField({ name, label, missing, ...rest }: ComponentProps<'input'> & { label: Key; missing: Key }) {
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <label htmlFor={`contact-${name}`} className="self-start text-small font-strong">
        <Message of={label} />
      </label>
      <input
        id={`contact-${name}`}
        name={name}
        required
        aria-describedby={`contact-${name}-error`}
        {...rest}
        className="control"
      />
      <FieldError of={missing} id={`contact-${name}-error`} />
    </div>
  );
}

/** Shows a field that only bots fill in. The server answers such a message as usual and does not store it. */
function HoneypotField() {
  return (
    <div className="absolute -left-[200vw]" aria-hidden="true">
      <label htmlFor="contact-website">
        <Message of="contact.trap" />
      </label>
      <input id="contact-website" name="website" tabIndex={-1} autoComplete="off" />
    </div>
  );
}

function Form() {
  return (
    <form data-contact="" noValidate className="relative grid gap-4 sm:grid-cols-2">
      <span hidden data-text="about-plan">
        <Message of="about.center" />
      </span>
      <TextField
        name="name"
        label="contact.name"
        missing="contact.nameMissing"
        autoComplete="name"
        maxLength={2 * limits.nameMax + 1}
      />
      <TextField
        name="email"
        type="email"
        label="contact.email"
        missing="contact.emailWrong"
        autoComplete="email"
        maxLength={254}
      />
      <div className="flex flex-col gap-1.5 sm:col-span-2">
        <label htmlFor="contact-message" className="self-start text-small font-strong">
          <Message of="contact.message" />
        </label>
        <textarea
          id="contact-message"
          name="message"
          required
          rows={6}
          maxLength={limits.supportMessageMax}
          aria-describedby="contact-message-error"
          className="control h-auto! py-2"
        />
        <FieldError of="contact.messageMissing" id="contact-message-error" />
      </div>
      <HoneypotField />
      <div className="sm:col-span-2">
        <button
          type="submit"
          className="inline-flex min-h-11 items-center justify-center rounded-card bg-primary px-4 text-[0.9375rem] font-strong text-on-primary hover:bg-primary-hover aria-disabled:bg-sunken aria-disabled:text-ink-faint"
        >
          <span data-idle="">
            <Message of="contact.send" />
          </span>
          <span data-busy="" hidden>
            <Message of="contact.sending" />
          </span>
        </button>
      </div>
      <div aria-live="polite" className="sm:col-span-2">
        <p data-outcome="sent" hidden className="rounded-card bg-success-soft p-3 text-body text-success-text">
          <Message of="contact.sent" /> <strong data-reference="" className="code" />
        </p>
        <p data-outcome="too-many" hidden className="rounded-card bg-warning-soft p-3 text-body text-warning-text">
          <Message of="contact.tooMany" />
        </p>
        <p data-outcome="failed" hidden className="rounded-card bg-danger-soft p-3 text-body text-danger-text">
          <Message of="contact.failed" />
        </p>
      </div>
    </form>
  );
}

/** Shows the operator's contact details, each only if known, and the contact form. */
export function Contact() {
  const line = 'flex items-center gap-3 text-body';
  return (
    <section id="contact" className="mx-auto grid max-w-300 scroll-mt-20 gap-10 px-4 py-28 md:px-8 lg:grid-cols-2">
      <div>
        <h2 className="text-section">
          <Message of="contact.title" />
        </h2>
        <p className="mt-3 text-prose text-ink-muted">
          <Message of="contact.lead" />
        </p>
        <ul className="mt-6 flex flex-col gap-3">
          <li className={line} data-operator-line="email" hidden>
            <Mail size={18} aria-hidden="true" className="text-primary" />
            <a data-operator="email" href="#contact" className="hover:underline">
              {' '}
            </a>
          </li>
          <li className={line} data-operator-line="phone" hidden>
            <Phone size={18} aria-hidden="true" className="text-primary" />
            <a data-operator="phone" href="#contact" className="figures hover:underline">
              {' '}
            </a>
          </li>
          <li className={line}>
            <Clock size={18} aria-hidden="true" className="text-primary" />
            <span>
              <Message of="contact.hours" />{' '}
              {languages.map((language) => (
                <span key={language} data-operator="zone" data-words="" lang={language} className="text-ink-muted" />
              ))}
            </span>
          </li>
        </ul>
      </div>
      <Form />
    </section>
  );
}
