import { basename } from 'node:path';

/** Returns a file's name as display text: no folders, no control or direction characters, at most 255 characters. */
export function sanitizeFileName(name: string | undefined): string {
  const cleanName = basename((name ?? '').replaceAll('\\', '/'))
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}]/gu, '')
    .trim();
  return cleanName.slice(0, 255) || 'exam';
}
