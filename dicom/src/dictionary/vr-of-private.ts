import privateVrs from './private-vrs.json' with { type: 'json' };

/** VR by creator, group and low byte of the element. */
const vrByPrivateElement: ReadonlyMap<string, string> = new Map(
  Object.entries(privateVrs).flatMap(([creator, groups]) =>
    Object.entries(groups).flatMap(([group, vrs]) =>
      Object.entries<string>(vrs).flatMap(([vr, elements]) =>
        elements.split(' ').map((element) => [`${creator} ${group}${element}`, vr] as const),
      ),
    ),
  ),
);

/** Returns the VR of a private element by its manufacturer's conformance statement; `undefined` if it is not listed. */
export function vrOfPrivate(creator: string, tag: number): string | undefined {
  const group = (tag >>> 16).toString(16).toUpperCase().padStart(4, '0');
  const element = (tag & 0xff).toString(16).toUpperCase().padStart(2, '0');
  return vrByPrivateElement.get(`${creator} ${group}${element}`);
}
