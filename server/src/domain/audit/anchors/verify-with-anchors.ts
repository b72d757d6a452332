import type { AppContext } from '../../core/context.ts';
import { type ChainKeys, deriveChainKeys } from '../chain/chain-keys.ts';
import { formatAnchored, formatVerdict } from '../chain/verdict.ts';
import { verifyChain } from '../chain/verify-chain.ts';
import type { Anchor } from './anchor.ts';
import { openPlace } from './places.ts';
import {
  type AnchorPage,
  type AnchorSource,
  openSources,
  readAnchors,
  readNewestAnchors,
  toListOptions,
} from './read-anchors.ts';

type VerifyContext = Pick<AppContext, 'db' | 'keys' | 'settings' | 'objects' | 'clock' | 'random'>;

function openConfiguredSources(context: Pick<VerifyContext, 'settings' | 'clock' | 'random'>): AnchorSource[] {
  const { anchors, auditFolders, publicUrl } = context.settings;
  return openSources({
    places: anchors.map((place) => openPlace(place, { ...context, publicUrl })),
    folders: auditFolders,
  });
}

const requestLimitMs = 30_000;
const limitRequest = () => AbortSignal.timeout(requestLimitMs);

/** Reads the newest anchors of the configured places, as far as they answer. */
export async function collectNewestAnchors(
  context: Pick<VerifyContext, 'db' | 'keys' | 'settings' | 'clock' | 'random'>,
): Promise<Anchor[]> {
  const keys = deriveChainKeys(context.keys);
  const options = toListOptions(context, limitRequest);
  const newest = await Promise.all(
    openConfiguredSources(context).map((source) => readNewestAnchors(source, keys, options).catch(() => [])),
  );
  return newest.flat();
}

interface UnreadSource {
  place: string;
  error: unknown;
}

/**
 * Verifies the audit chain against all anchors of the configured places and those that were given. Prints the verdict,
 * what each place confirms, and which place could not be read. Returns the exit code: 0 if the chain is intact, 1 for a
 * fault, 2 if there is none and a place could not be read.
 */
export async function verifyWithAnchors(
  context: VerifyContext,
  { given, knownRestores }: { given: readonly Anchor[]; knownRestores: readonly number[] },
  print: (line: string) => void,
): Promise<number> {
  const unread: UnreadSource[] = [];
  const anchors = readAll(context, given, deriveChainKeys(context.keys), unread);
  const verdict = await verifyChain(context, { anchors, knownRestores });
  for (const { place, error } of unread)
    print(
      `${place} could not be read (${describe(error)}), so its anchors were not compared. Make it answer, or take it out of AUDIT_ANCHORS and give a copy of its anchors with --anchor; then verify again.`,
    );
  print(formatVerdict(verdict));
  for (const line of formatAnchored(verdict)) print(line);
  if (verdict.fault !== null) return 1;
  return unread.length > 0 ? 2 : 0;
}

const maxAnchorsPerPage = 1_000;

async function* readAll(
  context: VerifyContext,
  given: readonly Anchor[],
  keys: ChainKeys,
  unread: UnreadSource[],
): AsyncGenerator<AnchorPage> {
  for (let start = 0; start < given.length; start += maxAnchorsPerPage)
    yield { anchors: given.slice(start, start + maxAnchorsPerPage), faults: [] };
  for (const source of openConfiguredSources(context)) {
    try {
      yield* readAnchors(source, keys, toListOptions(context, limitRequest));
    } catch (error) {
      unread.push({ place: source.name, error });
    }
  }
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}
