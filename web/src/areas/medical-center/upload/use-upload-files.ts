import { faults } from '@medcloud/contract/faults';
import { sentences } from '@medcloud/contract/sentences';
import { useState } from 'react';
import { useCenterDashboard } from '../../../calls/medical-center.ts';
import { useText } from '../../../text/language.tsx';
import { useSentence } from '../../../text/sentences.ts';
import { uploadPageText } from '../../../text/upload-page.ts';
import { useToast } from '../../../ui/feedback/toast.tsx';
import { fileProblem } from '../../../upload/check-upload.ts';
import type { PersonFound } from '../../../upload/preflight/drop-found.ts';
import { DropUnreadable } from '../../../upload/preflight/drop-unreadable.ts';
import { type DroppedFile, mostFiles } from '../../../upload/preflight/dropped-files.ts';
import type { Drop, Ready } from '../../../upload/preflight/use-drop.ts';

/** The files of an upload, and why they or their lack are in the way; in words of the contract. */
export function useUploadFiles(drop: Drop) {
  const t = useText(uploadPageText);
  const sentence = useSentence();
  const toast = useToast();
  const { data } = useCenterDashboard();
  const use = data ? { usedBytes: data.totalStorage, quotaBytes: data.quotaBytes } : null;
  const [problem, setProblem] = useState<string | undefined>(undefined);
  /** Takes files if they may be sent at all; answers whom they name. */
  const choose = async (files: readonly DroppedFile[]): Promise<PersonFound | undefined> => {
    const [first] = files;
    if (!first) return undefined;
    const tooMany = files.length > mostFiles ? t('read.tooMany', { most: mostFiles }) : undefined;
    const refusal = files.length === 1 ? fileProblem(first.file, use) : tooMany;
    setProblem(refusal);
    if (refusal === undefined) return await drop.choose(files);
    drop.remove();
    return undefined;
  };
  const remove = () => {
    drop.remove();
    setProblem(undefined);
  };
  /** The file that is sent, packed where there are several; undefined where the page now says why it cannot be. */
  const toSend = async (): Promise<Ready | undefined> => {
    try {
      const ready = await drop.toSend();
      const found = await drop.settled();
      const isNoExam = drop.files.length > 1 && found?.persons.length === 0;
      const refusal = ready && (isNoExam ? faults.unsupported_type.message : fileProblem(ready.file, use));
      setProblem(ready ? refusal || undefined : t('read.nothingTicked'));
      return ready && !refusal ? ready : undefined;
    } catch (error) {
      if (!(error instanceof DropUnreadable)) throw error;
      setProblem(t('read.unreadable'));
      return undefined;
    }
  };
  /** The specification's toast, and the same words beside the file. */
  const missing = () => {
    setProblem(sentences.fileRequired);
    toast({ tone: 'danger', title: t('noFile'), text: t('noFileText') });
  };
  return { choose, remove, toSend, missing, problem: sentence(problem) };
}
