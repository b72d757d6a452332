import type { ComponentProps } from 'react';
import { type Language, languages } from '../../lib/language.ts';
import type { LocalizedMessages, Messages } from '../../text/define-messages.ts';
import type { Translator } from '../../text/translate.ts';

type Key<Original extends Messages> = Parameters<Translator<Original>>[0];

interface MessageProps<Original extends Messages> {
  of: Key<Original>;
  /** The message's arguments in each language. */
  values?: (language: Language) => Record<string, string>;
}

/** The message at a key such as `hero.title`. */
function findMessage(messages: Messages, key: string): string {
  const [name = '', ...rest] = key.split('.');
  const value = messages[name];
  if (typeof value === 'string') return value;
  if (value === undefined) throw new TypeError(`There are no words for ${key}.`);
  return findMessage(value, rest.join('.'));
}

function formatMessage(text: string, values: Record<string, string>): string {
  return text.replace(/\{(\w+)\}/g, (match, name: string) => values[name] ?? match);
}

/**
 * Words of an area in both languages, of which CSS shows the one in force: a page that the build renders needs no script
 * to change its language, and no second copy.
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

/** A link with the look of a button. */
export function LinkButton({ variant, className = '', ...rest }: LinkProps) {
  return (
    <a
      {...rest}
      className={`inline-flex min-h-11 shrink-0 items-center justify-center gap-2 rounded-card border px-4 text-center text-[0.9375rem] font-thing ${variants[variant]} ${className}`}
    />
  );
}
