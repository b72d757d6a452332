import { issueCode } from '@medcloud/contract/validation-codes';
import { useState } from 'react';
import { useCenterDashboard } from '../../../calls/medical-center.ts';
import { useText } from '../../../text/language.tsx';
import { useErrorMessage } from '../../../text/use-error-message.ts';
import { useToast } from '../../../ui/feedback/toast.tsx';
import { type DroppedFile, maxFiles } from '../../../upload/preflight/dropped-files.ts';
import type { DropPerson, DropSummary } from '../../../upload/preflight/summarize-drop.ts';
import { UnreadableFilesError } from '../../../upload/preflight/unreadable-files-error.ts';
import type { DroppedFiles, PreparedFile } from '../../../upload/preflight/use-dropped-files.ts';
import { validateFile } from '../../../upload/validate-upload.ts';

/** Returns the files of an upload, and the message why they cannot be sent. */
export function useUploadFiles(droppedFiles: DroppedFiles) {
  const t = useText('upload');
  const validation = useText('validation');
  const errorMessage = useErrorMessage();
  const toast = useToast();
  const { data } = useCenterDashboard();
  const usage = data ? { usedBytes: data.totalStorage, quotaBytes: data.quotaBytes } : null;
  const [problem, setProblem] = useState<string | undefined>(undefined);
  /** Accepts files that can be sent. Returns the person they name. */
  const choose = async (files: readonly DroppedFile[]): Promise<DropPerson | undefined> => {
    const [first] = files;
    if (!first) return undefined;
    const tooManyError = files.length > maxFiles ? t('read.tooMany', { most: maxFiles }) : undefined;
    const fileError = files.length === 1 ? validateFile(first.file, usage) : tooManyError;
    setProblem(fileError);
    if (fileError !== undefined) {
      droppedFiles.remove();
      return undefined;
    }
    const summary = await droppedFiles.choose(files);
    if (summary && hasNoExam(summary, files.length)) setProblem('unsupported_type');
    return summary?.persons[0];
  };
  const remove = () => {
    droppedFiles.remove();
    setProblem(undefined);
  };
  /**
   * Returns the file to send, packed if there are several. Returns undefined if the page shows why it cannot be sent.
   */
  const prepareUpload = async (personIndex: number): Promise<PreparedFile | undefined> => {
    try {
      const ready = await droppedFiles.prepareFile(personIndex);
      const contents = await droppedFiles.waitForSummary();
      const isNoExam = contents !== null && hasNoExam(contents, droppedFiles.files.length);
      const fileError = ready && (isNoExam ? 'unsupported_type' : validateFile(ready.file, usage));
      setProblem(ready ? fileError || undefined : t('read.nothingTicked'));
      return ready && !fileError ? ready : undefined;
    } catch (error) {
      if (!(error instanceof UnreadableFilesError)) throw error;
      setProblem(t('read.unreadable'));
      return undefined;
    }
  };
  /** Shows the specification's toast, and the same message beside the file. */
  const reportMissing = () => {
    setProblem(issueCode('file_required'));
    toast({ variant: 'danger', title: t('noFile'), text: validation('file_required') });
  };
  return { choose, remove, prepareUpload, reportMissing, problem: errorMessage(problem) };
}

/**
 * Returns whether files contain neither images nor one document. Damaged files are left to the server, which reads
 * more kinds of damage.
 */
function hasNoExam({ persons, documentPaths, damagedPaths }: DropSummary, count: number): boolean {
  if (persons.length > 0) return false;
  return count > 1 || (documentPaths.length === 0 && damagedPaths.length === 0);
}
