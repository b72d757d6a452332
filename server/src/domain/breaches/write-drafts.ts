import { type BreachDraft, type Language, languages, languageTable } from '@medcloud/contract';
import { serverTranslator } from '@medcloud/text/node';
import { countAffected } from '../audit/affected/reads.ts';
import type { AdminScope } from '../authorization/scope.ts';
import type { AppContext, KeyContext } from '../core/context.ts';
import { type BreachContent, decryptContent, decryptReason } from './encrypted-content.ts';
import { affectedScopeOf } from './list-affected.ts';
import { findDueTime } from './show.ts';
import type { BreachRow } from './store.ts';
import { getBreach } from './with-breach.ts';

type DraftContext = KeyContext & Pick<AppContext, 'settings' | 'clock'>;

/** What the drafts say. Times as they are formatted in one language. */
interface DraftFacts {
  row: BreachRow;
  content: BreachContent;
  counts: { patients: number; events: number; centers: number };
  operator: string | null;
  contact: string | null;
  reasons: { delay: string | null; personsNotNeeded: string | null };
  isLate: boolean;
  now: Date;
  timeZone: string;
  format: (time: Date) => string;
}

/**
 * Writes drafts of the notices to the authority (GDPR 33(3)) and to the persons (34(2)) in every language. What the
 * record lacks is marked. Throws `not_found`.
 */
export async function writeDrafts(context: DraftContext, scope: AdminScope, id: string): Promise<BreachDraft[]> {
  const { row, counts } = await context.db.read(scope, async (tx) => {
    const found = await getBreach(tx, id);
    return { row: found, counts: await countAffected(tx, affectedScopeOf(found)) };
  });
  const { operator, timeZone } = context.settings;
  const content = decryptContent(context.keys, id, row.encrypted);
  const now = context.clock.now();
  const facts = {
    row,
    content,
    counts,
    operator: operator.name ?? null,
    contact: content.contact ?? ([operator.email, operator.phone].filter(Boolean).join(', ') || null),
    reasons: {
      delay: decryptReason(context.keys, id, 'authority', row.authority.encryptedReason),
      personsNotNeeded: decryptReason(context.keys, id, 'persons', row.persons.encryptedReason),
    },
    isLate: (row.authority.at ?? now) > (findDueTime(row, 'authority') ?? now),
    now,
    timeZone,
  };
  return languages.flatMap((language) => {
    const inLanguage = { ...facts, format: timeFormat(language, timeZone) };
    return [writeAuthorityDraft(language, inLanguage), writePersonsDraft(language, inLanguage)];
  });
}

/** Formats times with their offset from UTC: an hour that summer time repeats is then unambiguous. */
function timeFormat(language: Language, timeZone: string): (time: Date) => string {
  const options = { dateStyle: 'long', timeStyle: 'short', timeZone, hourCycle: 'h23' } as const;
  const format = new Intl.DateTimeFormat(languageTable[language].locale, options);
  const offset = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' });
  return (time) => {
    const name = offset.formatToParts(time).find(({ type }) => type === 'timeZoneName')?.value ?? '';
    return `${format.format(time)} (UTC${name.slice('GMT'.length) || '+00:00'})`;
  };
}

/** Joins paragraphs, each of its lines. Leaves out those that are null. */
function joinText(...paragraphs: (string | null)[][]): string {
  return paragraphs
    .map((lines) => lines.filter((line) => line !== null).join('\n'))
    .filter((paragraph) => paragraph !== '')
    .join('\n\n')
    .concat('\n');
}

function writeAuthorityDraft(language: Language, facts: DraftFacts): BreachDraft {
  const t = serverTranslator('breach-notices.authority', language);
  const missing = serverTranslator('breach-notices', language)('missing');
  const { row, content, counts, format } = facts;
  const from = format(row.happenedFrom);
  const text = joinText(
    [t('to'), t('from', { operator: facts.operator ?? missing })],
    [t('intro')],
    [t('nature'), content.title, content.description],
    [
      row.happenedUntil === null
        ? t('happenedSince', { from })
        : t('happened', { from, until: format(row.happenedUntil) }),
      t('noticed', { noticedAt: format(row.noticedAt), noticedBy: content.noticedBy }),
      t('zone', { zone: facts.timeZone }),
      t('persons', { patients: counts.patients, centers: counts.centers }),
      t('data', { events: counts.events }),
    ],
    [t('contact'), facts.contact ?? missing],
    [t('consequences'), content.consequences ?? missing],
    [t('measures'), content.measures ?? missing],
    [t('toPersons'), row.highRisk ? t('highRisk') : t('noHighRisk'), describePersonsNotice(language, facts)],
    facts.isLate ? [t('delay'), facts.reasons.delay ?? missing] : [],
    [t('sign', { date: format(row.authority.at ?? facts.now) })],
  );
  return { notice: 'authority', language, title: t('title'), text };
}

function describePersonsNotice(language: Language, { row, reasons, format }: DraftFacts): string | null {
  const t = serverTranslator('breach-notices.authority', language);
  const { state, at } = row.persons;
  if (at !== null) return t('personsNotified', { at: format(at) });
  if (state === 'not_needed') return t('personsNotNeeded', { reason: reasons.personsNotNeeded ?? '' });
  return row.highRisk ? t('personsNotYet') : null;
}

function writePersonsDraft(language: Language, { row, content, operator, contact, format }: DraftFacts): BreachDraft {
  const t = serverTranslator('breach-notices.persons', language);
  const missing = serverTranslator('breach-notices', language)('missing');
  const times = { from: format(row.happenedFrom), noticedAt: format(row.noticedAt) };
  const text = joinText(
    [t('greeting')],
    [t('intro')],
    [
      t('what'),
      content.description,
      row.happenedUntil === null
        ? t('happenedSince', times)
        : t('happened', { ...times, until: format(row.happenedUntil) }),
      t('data'),
    ],
    [t('consequences'), content.consequences ?? missing],
    [t('measures'), content.measures ?? missing],
    [t('contact'), contact ?? missing],
    [t('complaint')],
    [t('sign', { operator: operator ?? missing })],
  );
  return { notice: 'persons', language, title: t('title'), text };
}
