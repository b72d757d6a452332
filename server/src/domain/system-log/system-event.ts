import { type Language, languages } from '@medcloud/contract/languages';
import { fold } from '@medcloud/contract/names/fold';
import type { MessageParams } from '@medcloud/contract/operations/message-params';
import { type SystemEventCode, systemEvents } from '@medcloud/contract/operations/system-events';
import { formatSystemEvent } from '@medcloud/text/format-system-event';
import { serverTranslator } from '@medcloud/text/node';
import { newId } from '../../platform/ids/ids.ts';
import type { Random } from '../../platform/ids/random.ts';
import type { Clock } from '../../platform/time/clock.ts';

/** An event that an operator may want to read later. `params` contain codes and counts, never text a person typed. */
export interface SystemEvent {
  id: string;
  at: Date;
  code: SystemEventCode;
  params: MessageParams;
  times: number;
}

/** Creates an event at the current time. */
export function newEvent(
  { clock, random }: { clock: Clock; random: Random },
  code: SystemEventCode,
  params: MessageParams = {},
): SystemEvent {
  return { id: newId(clock, random), at: clock.now(), code, params, times: 1 };
}

/** Formats an event as text in one language. */
export function formatEvent(event: Omit<SystemEvent, 'at'>, language: Language): string {
  const log = serverTranslator('system-log', language);
  return formatSystemEvent({ log, health: serverTranslator('health', language) }, event, language);
}

/** Returns the searchable text: the sentence and its source in every language, folded. */
export function searchText(event: Omit<SystemEvent, 'at'>): string {
  const { source } = systemEvents[event.code];
  return languages
    .map((language) => {
      const sourceName = serverTranslator('system-log', language)(`sources.${source}`);
      return fold(`${formatEvent(event, language)} ${sourceName}`);
    })
    .join(' ');
}
