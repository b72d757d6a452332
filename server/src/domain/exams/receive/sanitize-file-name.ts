import { basename } from 'node:path';

/** A file's name as text to show: no folders, no control or direction characters, 255 characters at most. */
export function sanitizeFileName(name: string | undefined): string {
  const cleanName = basename((name ?? '').replaceAll('\\', '/'))
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}]/gu, '')
    .trim();
  return cleanName.slice(0, 255) || 'exam';
}
