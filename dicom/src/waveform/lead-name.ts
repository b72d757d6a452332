import { type DataSet, itemsOf, textOf } from '../json/json-values.ts';

/**
 * Names of ECG leads by their number in SCP-ECG (EN 1064, table of lead identification), which the terms of ISO/IEEE
 * 11073-10101 have too.
 */
const leadNames: Readonly<Record<string, string>> = {
  ...{ 1: 'I', 2: 'II', 61: 'III', 62: 'aVR', 63: 'aVL', 64: 'aVF' },
  ...{ 3: 'V1', 4: 'V2', 5: 'V3', 6: 'V4', 7: 'V5', 8: 'V6', 9: 'V7', 66: 'V8', 67: 'V9' },
  ...{ 11: 'V3R', 12: 'V4R', 13: 'V5R', 14: 'V6R' },
};

// PS3.16 CID 3001: `5.6.3-9-1` of SCPECG, `2:1` of MDC.
const leadCodes: ReadonlyMap<string | undefined, RegExp> = new Map([
  ['SCPECG', /^5\.6\.3-9-(\d+)$/],
  ['MDC', /^2:(\d+)$/],
]);

function nameOfLead(source: DataSet): string | undefined {
  const pattern = leadCodes.get(textOf(source, '00080102'));
  const number = pattern?.exec(textOf(source, '00080100') ?? '')?.[1];
  return number === undefined ? undefined : leadNames[number];
}

/** Returns the name of a channel: of its lead, else of its source, else its label (PS3.3 C.10.9.1.4); or empty. */
export function channelNameOf(channel: DataSet): string {
  const [source = {}] = itemsOf(channel, '003A0208');
  return nameOfLead(source) ?? textOf(source, '00080104') ?? textOf(channel, '003A0203') ?? '';
}
