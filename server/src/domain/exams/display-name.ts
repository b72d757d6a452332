import { basename } from 'node:path';

/** A file's name as text to show: no folders, no control or direction characters, 255 characters at most. */
export function displayName(name: string | undefined): string {
  const bare = basename((name ?? '').replaceAll('\\', '/'))
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}]/gu, '')
    .trim();
  return bare.slice(0, 255) || 'exam';
}
