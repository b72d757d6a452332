import { limits } from '@medcloud/contract/limits';
import { useState } from 'react';
import { useText, useUiText } from '../../../../text/language.tsx';
import { Button } from '../../../../ui/actions/button.tsx';
import { Field } from '../../../../ui/forms/field.tsx';
import { TextInput } from '../../../../ui/forms/text-input.tsx';
import { Dialog, DialogActions, DialogForm } from '../../../../ui/overlays/dialog.tsx';
import type { LabelQuestion } from '../../../../viewer/measure/label-questions.ts';
import { toLabel } from './to-label.ts';

/** Asks for the text of an arrow or a text on the image. */
export function LabelDialog({ question }: { question: LabelQuestion }) {
  const t = useText('viewer');
  const ui = useUiText();
  const [text, setText] = useState(question.text);
  const label = toLabel(text);
  return (
    <Dialog open title={t('measure.textTitle')} onClose={() => question.answer(undefined)}>
      <DialogForm
        onSubmit={(event) => {
          event.preventDefault();
          if (label) question.answer(label);
        }}
      >
        <Field label={t('measure.textLabel')}>
          <TextInput
            autoFocus
            value={text}
            maxLength={limits.annotationLabelMax}
            onChange={(event) => setText(event.target.value)}
          />
        </Field>
        <DialogActions>
          <Button onClick={() => question.answer(undefined)}>{ui('action.cancel')}</Button>
          <Button variant="primary" type="submit" disabled={label === ''}>
            {t(question.text ? 'measure.textChange' : 'measure.textAdd')}
          </Button>
        </DialogActions>
      </DialogForm>
    </Dialog>
  );
}
