import { type Language, languages } from '@medcloud/contract/languages';
import type { Area } from '@medcloud/text/catalogue';
import type { Messages } from '@medcloud/text/messages';
import type { TextKey } from '@medcloud/text/translate';
import { Children, type ComponentProps, type ReactNode } from 'react';

interface MessageProps<A extends Area> {
  of: TextKey<A>;
  /** Returns the message's arguments for a language. */
  values?: (language: Language) => Record<string, ReactNode>;
}

/** Returns the message at a key such as `hero.title`. Throws TypeError if there is none. */
function findMessage(messages: Messages, key: string): string {
  const [name = '', ...rest] = key.split('.');
  const value = messages[name];
  if (typeof value === 'string') return value;
  if (value === undefined) throw new TypeError(`Unknown message key: ${key}`);
  return findMessage(value, rest.join('.'));
}

/** Puts values into a message. Without values it is one text. */
function formatMessage(text: string, values: Record<string, ReactNode> | undefined): ReactNode {
  if (values === undefined) return text;
  const parts = text.split(/\{(\w+)\}/);
  return Children.toArray(parts.map((part, index) => (index % 2 === 0 ? part : (values[part] ?? `{${part}}`))));
}

/**
 * Creates a component that renders a message of an area in every language. CSS shows the current one. So a prerendered
 * page changes its language without a script and without a second copy.
 */
export function createMessage<A extends Area>(textsIn: (language: Language) => Messages) {
  return function Message({ of, values }: MessageProps<A>) {
    return languages.map((language) => (
      <span key={language} lang={language} data-words="">
        {formatMessage(findMessage(textsIn(language), of), values?.(language))}
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
      className={`inline-flex min-h-11 shrink-0 items-center justify-center gap-2 rounded-card border px-4 text-center text-[0.9375rem] font-strong ${variants[variant]} ${className}`}
    />
  );
}
