import { fold } from '@medcloud/contract/names/fold';
import type { MessageParams } from '@medcloud/contract/operations/format-message';
import {
  eventSources,
  formatSystemEvent,
  type SystemEventCode,
  systemEvents,
} from '@medcloud/contract/operations/system-events';
import { languages } from '@medcloud/contract/shapes/common';
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

/** Returns the searchable text: the sentence and its source in every language, folded. */
export function searchText({ code, params }: SystemEvent): string {
  const source = eventSources[systemEvents[code].source];
  return languages
    .map((language) => fold(`${formatSystemEvent(code, params, language)} ${source[language]}`))
    .join(' ');
}
