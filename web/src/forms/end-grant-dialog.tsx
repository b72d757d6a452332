import { grantEndReasons } from '@medcloud/contract/choices';
import { sentences } from '@medcloud/contract/sentences';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { grantEndText } from '../text/grant-end.ts';
import { useText } from '../text/language.tsx';
import { useSentence } from '../text/sentences.ts';
import { Field } from '../ui/forms/field.tsx';
import { RadioCards } from '../ui/forms/radio-cards.tsx';
import { ConfirmDialog } from '../ui/overlays/confirm-dialog.tsx';

type Reason = (typeof grantEndReasons)[number];

interface EndGrantDialogProps {
  title: ReactNode;
  text: ReactNode;
  busy: boolean;
  error: string | undefined;
  onEnd: (reason: Reason) => void;
  onClose: () => void;
}

/** Asks once before a grant ends, and why: by a center for its patient, or by an administrator. */
export function EndGrantDialog({ title, text, busy, error, onEnd, onClose }: EndGrantDialogProps) {
  const t = useText(grantEndText);
  const sentence = useSentence();
  const [reason, setReason] = useState<Reason | null>(null);
  return (
    <ConfirmDialog
      open
      danger
      onClose={onClose}
      title={title}
      text={text}
      confirm={t('end')}
      confirming={t('ending')}
      keep={t('keep')}
      onConfirm={() => reason !== null && onEnd(reason)}
      busy={busy}
      reason={reason === null ? sentence(sentences.endReasonRequired) : undefined}
      error={error}
    >
      <Field label={t('reason')}>
        <RadioCards
          columns={1}
          value={reason ?? ''}
          onChange={(value) => setReason(grantEndReasons.find((each) => each === value) ?? null)}
          options={grantEndReasons.map((value) => ({ value, title: t(value) }))}
        />
      </Field>
    </ConfirmDialog>
  );
}
