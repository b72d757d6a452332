import type { ComponentProps } from 'react';
import { type Language, languages } from '../../lib/language.ts';
import type { LocalizedMessages, Messages } from '../../text/define-messages.ts';
import type { Translator } from '../../text/translate.ts';

type Key<Original extends Messages> = Parameters<Translator<Original>>[0];

interface MessageProps<Original extends Messages> {
  of: Key<Original>;
  /** Returns the message's arguments for a language. */
  values?: (language: Language) => Record<string, string>;
}

/** Returns the message at a key such as `hero.title`. Throws TypeError if there is none. */
function findMessage(messages: Messages, key: string): string {
  const [name = '', ...rest] = key.split('.');
  const value = messages[name];
  if (typeof value === 'string') return value;
  if (value === undefined) throw new TypeError(`Unknown message key: ${key}`);
  return findMessage(value, rest.join('.'));
}

function formatMessage(text: string, values: Record<string, string>): string {
  return text.replace(/\{(\w+)\}/g, (match, name: string) => values[name] ?? match);
}

/**
 * Creates a component that renders a message of an area in both languages. CSS shows the current one. So a prerendered
 * page changes its language without a script and without a second copy.
 */
export function createMessage<Original extends Messages>(area: LocalizedMessages<Original>) {
  return function Message({ of, values }: MessageProps<Original>) {
    return languages.map((language) => (
      <span key={language} lang={language} data-words="">
        {formatMessage(findMessage(area[language], of), values?.(language) ?? {})}
      </span>
    ));
  };
}

type LinkProps = ComponentProps<'a'> & { variant: keyof typeof variants };

const variants = {
  primary: 'border-transparent bg-primary text-on-primary hover:bg-primary-hover active:bg-primary-active',
  quiet: 'border-line-mid bg-surface text-ink hover:bg-sunken active:bg-line',
} as const;

/** Renders a link that looks like a button. */
export function LinkButton({ variant, className = '', ...rest }: LinkProps) {
  return (
    <a
      {...rest}
      className={`inline-flex min-h-11 shrink-0 items-center justify-center gap-2 rounded-card border px-4 text-center text-[0.9375rem] font-thing ${variants[variant]} ${className}`}
    />
  );
}
