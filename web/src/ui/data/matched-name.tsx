import { matchRanges } from '@medcloud/contract/names/match-ranges';
import { Highlight } from './highlight.tsx';

/** A name with what the search matched in it, in Greek and Latin letters alike. */
export function MatchedName({ name, search }: { name: string; search: string }) {
  return <Highlight text={name} ranges={search.trim() === '' ? [] : matchRanges(name, search)} />;
}
