import { Check, Copy, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useUiText } from '../../text/language.tsx';
import { Button } from './button.tsx';
import { IconButton } from './icon-button.tsx';

type Outcome = 'waiting' | 'copied' | 'failed';

const feedbackMs = 2000;

function useCopy(value: string): [Outcome, () => void] {
  const [outcome, setOutcome] = useState<Outcome>('waiting');
  useEffect(() => {
    if (outcome === 'waiting') return;
    const timer = setTimeout(() => setOutcome('waiting'), feedbackMs);
    return () => clearTimeout(timer);
  }, [outcome]);
  const copy = () => {
    // Without https the browser has no clipboard. The button then shows a failure; the text can be selected.
    const writing = navigator.clipboard?.writeText(value) ?? Promise.reject(new Error('no clipboard'));
    writing.then(
      () => setOutcome('copied'),
      () => setOutcome('failed'),
    );
  };
  return [outcome, copy];
}

const icons = { waiting: Copy, copied: Check, failed: X } as const;

/**
 * Copies a text and confirms it. A quiet button with `text`, otherwise an icon inside a line. With both, `label` is the
 * button's name for screen readers and contains the text.
 */
export function CopyButton({ value, label, text }: { value: string; label?: string; text?: string }) {
  const t = useUiText();
  const [outcome, copy] = useCopy(value);
  const message = {
    waiting: text ?? label ?? t('action.copy'),
    copied: t('action.copied'),
    failed: t('action.copyFailed'),
  }[outcome];
  return (
    <>
      {text ? (
        <Button
          size="small"
          icon={icons[outcome]}
          onClick={copy}
          aria-label={outcome === 'waiting' ? label : undefined}
        >
          {message}
        </Button>
      ) : (
        <IconButton icon={icons[outcome]} label={message} size="inline" iconSize={14} onClick={copy} />
      )}
      <span role="status" className="sr-only">
        {outcome === 'waiting' ? '' : message}
      </span>
    </>
  );
}
