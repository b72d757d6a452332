import * as z from 'zod';
import { decryptText, encryptText } from '../../platform/crypto/encrypt-value.ts';
import type { Random } from '../../platform/ids/random.ts';

const scanFindings = z.array(z.object({ file: z.string(), virus: z.string() }));

/** Where a virus was found: the file's name in the archive, empty for the exam's own file. At most `maxFindings`. */
export type ScanFindings = z.infer<typeof scanFindings>;

export const maxFindings = 20;

const contextOf = (examId: string) => `exam:${examId}:scan-findings`;

/** Encrypts findings with the key of the exam's original: file names may name the patient. */
export function encryptFindings(objectKey: Buffer, examId: string, findings: ScanFindings, random: Random): Buffer {
  return encryptText(objectKey, contextOf(examId), JSON.stringify(findings), random);
}

/** Throws `DecryptionError`. */
export function decryptFindings(objectKey: Buffer, examId: string, encrypted: Buffer): ScanFindings {
  return scanFindings.parse(JSON.parse(decryptText(objectKey, contextOf(examId), encrypted)));
}
