import { matchRanges } from '@medcloud/contract/names/match-ranges';
import { Highlight } from './highlight.tsx';

/** A name with the search's matches marked, in Greek or Latin letters. */
export function MatchedName({ name, search }: { name: string; search: string }) {
  return <Highlight text={name} ranges={search.trim() === '' ? [] : matchRanges(name, search)} />;
}
