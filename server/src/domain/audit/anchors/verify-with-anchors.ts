import type { AppContext } from '../../core/context.ts';
import { deriveChainKeys } from '../chain/chain-keys.ts';
import { formatAnchored, formatVerdict } from '../chain/verdict.ts';
import { verifyChain } from '../chain/verify-chain.ts';
import type { Anchor } from './anchor.ts';
import { fetchAnchors } from './fetch-anchors.ts';
import { openPlace } from './places.ts';

type VerifyContext = Pick<AppContext, 'db' | 'keys' | 'settings' | 'objects' | 'clock' | 'random'>;

/** The anchors of the configured places, and those that were given. */
export async function collectAnchors(
  context: VerifyContext,
  given: readonly Anchor[],
): Promise<{ anchors: Anchor[]; forged: string[]; unreachable: string[] }> {
  const { anchors: places, auditFolders, publicUrl } = context.settings;
  const opened = places.map((place) => openPlace(place, { ...context, publicUrl }));
  const collected = await fetchAnchors({ places: opened, folders: auditFolders }, deriveChainKeys(context.keys));
  return { ...collected, anchors: [...given, ...collected.anchors] };
}

/**
 * Verifies the audit chain against anchors, and prints the verdict, what each place confirms, and which place could not
 * be read. Returns the exit code: 1 for a fault.
 */
export async function verifyWithAnchors(
  context: VerifyContext,
  { given, knownRestores }: { given: readonly Anchor[]; knownRestores: readonly number[] },
  print: (line: string) => void,
): Promise<number> {
  const { anchors, forged, unreachable } = await collectAnchors(context, given);
  const verdict = await verifyChain(context, { anchors, forged, knownRestores });
  print(formatVerdict(verdict));
  for (const line of formatAnchored(verdict)) print(line);
  for (const place of unreachable) print(`${place} could not be read: its anchors were not compared.`);
  return verdict.fault === null ? 0 : 1;
}
