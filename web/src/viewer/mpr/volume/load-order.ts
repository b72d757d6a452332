const strides = [8, 4, 2, 1];

/**
 * Returns the order in which a volume's images are loaded: `from`, then every eighth, so the planes soon show the whole
 * body, then those between, each round nearest first.
 */
export function volumeOrder(from: number, count: number): number[] {
  const order = [from];
  const known = new Set(order);
  const byDistance = Array.from({ length: count }, (_, index) => index).toSorted(
    (one, other) => Math.abs(one - from) - Math.abs(other - from),
  );
  for (const stride of strides)
    for (const index of byDistance)
      if (index % stride === 0 && !known.has(index)) {
        known.add(index);
        order.push(index);
      }
  return order;
}

/** How many images make up the first rounds, after which the planes show the whole body. */
export const firstRoundCount = (count: number): number => Math.ceil(count / (strides[0] ?? 1));
