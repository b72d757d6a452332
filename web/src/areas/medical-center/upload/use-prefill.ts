import type { ExamUpload } from '@medcloud/contract/shapes/exams';
import { useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import type { PersonFound } from '../../../upload/preflight/drop-found.ts';
import { prefillOf } from '../../../upload/preflight/prefill.ts';
import { readableName } from '../../../upload/readable-name.ts';
import type { UploadFormFields as Fields } from './upload-plan.ts';

/** Fields that the files fill in, as long as nobody typed something else there. */
export function usePrefill(form: UseFormReturn<Fields, unknown, ExamUpload>, first: PersonFound | undefined) {
  const [filled, setFilled] = useState(() => filledFrom(first));
  const prefill = (person: PersonFound | undefined) => {
    if (!person) return;
    const next = filledFrom(person);
    for (const name of ['examType', 'examDate', 'referringPhysician'] as const) {
      const typed = form.getValues(name);
      if (typed !== '' && typed !== filled[name]) continue;
      form.setValue(name, next[name], { shouldValidate: form.formState.isSubmitted });
    }
    setFilled(next);
  };
  return { prefill, isFilled: filled.examType !== '' || filled.examDate !== '' };
}

/** What the files of a person say of the form's fields. */
export function filledFrom(
  person: PersonFound | undefined,
): Pick<Fields, 'examType' | 'examDate' | 'referringPhysician'> {
  if (!person) return { examType: '', examDate: '', referringPhysician: '' };
  const { examType, examDate, physician } = prefillOf(person);
  return { examType, examDate, referringPhysician: readableName(physician) };
}
