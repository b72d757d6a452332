import { limits } from '@medcloud/contract/limits';
import { getNonce } from 'get-nonce';
import { OTPInput, REGEXP_ONLY_DIGITS, type SlotProps } from 'input-otp';
import type { Ref } from 'react';
import { classes } from '../../lib/classes.ts';
import { useUiText } from '../../text/language.tsx';
import { useControl, useIsLabeled } from './field.tsx';

export interface CodeInputProps {
  value: string;
  onChange: (value: string) => void;
  /** Called when the sixth digit is entered. */
  onComplete?: (code: string) => void;
  disabled?: boolean;
  ref?: Ref<HTMLInputElement>;
  onBlur?: () => void;
  autoFocus?: boolean;
}

function Digit({ slot }: { slot: SlotProps }) {
  return (
    <span
      className={classes(
        'flex h-11 w-11 items-center justify-center border-y border-r border-line-strong bg-surface text-figure text-[1.25rem]! figures first:rounded-l-card first:border-l last:rounded-r-card',
        slot.isActive && 'z-1 outline-2 -outline-offset-1 outline-focus',
      )}
    >
      {slot.char ?? (slot.hasFakeCaret && <span className="h-5 w-px animate-pulse bg-ink" />)}
    </span>
  );
}

/** Six digits in one input element, so paste works and phones suggest the code from the SMS. */
export function CodeInput({ onComplete, ...rest }: CodeInputProps) {
  const t = useUiText();
  const isLabeled = useIsLabeled();
  return (
    <OTPInput
      {...useControl()}
      aria-label={isLabeled ? undefined : t('field.code')}
      {...rest}
      maxLength={limits.otpDigits}
      pattern={REGEXP_ONLY_DIGITS}
      inputMode="numeric"
      autoComplete="one-time-code"
      pasteTransformer={(pasted) => pasted.replace(/\D/g, '')}
      noScriptCSSFallback={null}
      pushPasswordManagerStrategy="none"
      nonce={getNonce()}
      {...(onComplete ? { onComplete: (code: string) => onComplete(code) } : {})}
      containerClassName="group w-fit has-[[aria-invalid]]:**:border-danger has-disabled:opacity-60"
      render={({ slots }) => (
        <span className="flex">
          {slots.map((slot, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a slot is identified by its position
            <Digit key={index} slot={slot} />
          ))}
        </span>
      )}
    />
  );
}
