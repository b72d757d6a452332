import type { ExamUpload } from '@medcloud/contract/shapes/exams';
import { useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { prefillFields as readPrefill } from '../../../upload/preflight/prefill.ts';
import type { DropPerson } from '../../../upload/preflight/summarize-drop.ts';
import { readableName } from '../../../upload/readable-name.ts';
import type { UploadFormFields as Fields } from './upload-plan.ts';

/** Fills fields from the files, unless the user has typed another value. */
export function usePrefill(form: UseFormReturn<Fields, unknown, ExamUpload>, initialPerson: DropPerson | undefined) {
  const [prefilled, setPrefilled] = useState(() => prefillFields(initialPerson));
  const prefill = (person: DropPerson | undefined) => {
    if (!person) return;
    const next = prefillFields(person);
    for (const name of ['examType', 'examDate', 'referringPhysician'] as const) {
      const typed = form.getValues(name);
      if (typed !== '' && typed !== prefilled[name]) continue;
      form.setValue(name, next[name], { shouldValidate: form.formState.isSubmitted });
    }
    setPrefilled(next);
  };
  return { prefill, isPrefilled: prefilled.examType !== '' || prefilled.examDate !== '' };
}

/** Returns the form values that a person's files contain. */
export function prefillFields(
  person: DropPerson | undefined,
): Pick<Fields, 'examType' | 'examDate' | 'referringPhysician'> {
  if (!person) return { examType: '', examDate: '', referringPhysician: '' };
  const { examType, examDate, physician } = readPrefill(person);
  return { examType, examDate, referringPhysician: readableName(physician) };
}
