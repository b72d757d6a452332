import { grantEndReasons } from '@medcloud/contract/choices';
import { validationMessages } from '@medcloud/contract/validation-messages';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { grantEndText } from '../text/grant-end.ts';
import { useText } from '../text/language.tsx';
import { useErrorMessage } from '../text/use-error-message.ts';
import { Field } from '../ui/forms/field.tsx';
import { RadioCards } from '../ui/forms/radio-cards.tsx';
import { ConfirmDialog } from '../ui/overlays/confirm-dialog.tsx';

type Reason = (typeof grantEndReasons)[number];

interface RevokeGrantDialogProps {
  title: ReactNode;
  text: ReactNode;
  busy: boolean;
  error: string | undefined;
  onRevoke: (reason: Reason) => void;
  onClose: () => void;
}

/** Asks for confirmation and a reason before a grant is revoked, by a center for its patient or by an administrator. */
export function RevokeGrantDialog({ title, text, busy, error, onRevoke, onClose }: RevokeGrantDialogProps) {
  const t = useText(grantEndText);
  const errorMessage = useErrorMessage();
  const [reason, setReason] = useState<Reason | null>(null);
  return (
    <ConfirmDialog
      open
      danger
      onClose={onClose}
      title={title}
      text={text}
      confirmLabel={t('end')}
      confirmingLabel={t('ending')}
      cancelLabel={t('keep')}
      onConfirm={() => reason !== null && onRevoke(reason)}
      busy={busy}
      reason={reason === null ? errorMessage(validationMessages.endReasonRequired) : undefined}
      error={error}
    >
      <Field label={t('reason')}>
        <RadioCards
          columns={1}
          value={reason ?? ''}
          onChange={(value) => setReason(grantEndReasons.find((candidate) => candidate === value) ?? null)}
          options={grantEndReasons.map((value) => ({ value, title: t(value) }))}
        />
      </Field>
    </ConfirmDialog>
  );
}
