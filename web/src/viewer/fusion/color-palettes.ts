/** A channel of 256 entries by some of them: index and value. Those between lie on a line, rounded. */
type Channel = readonly (readonly [index: number, value: number])[];

interface Palette {
  readonly red: Channel;
  readonly green: Channel;
  readonly blue: Channel;
}

/** PET 20 Step: where each step begins, and its red, green and blue. */
const steps: readonly (readonly [index: number, red: number, green: number, blue: number])[] = [
  [0, 0, 0, 0],
  [13, 96, 0, 80],
  [26, 48, 48, 80],
  [39, 48, 48, 112],
  [51, 80, 80, 128],
  [64, 96, 96, 176],
  [77, 112, 112, 192],
  [90, 128, 128, 224],
  [102, 48, 96, 48],
  [115, 48, 144, 48],
  [128, 80, 192, 80],
  [141, 64, 224, 64],
  [153, 224, 224, 80],
  [166, 208, 208, 96],
  [179, 208, 176, 64],
  [192, 208, 144, 0],
  [204, 192, 96, 0],
  [217, 176, 48, 0],
  [230, 255, 0, 0],
  [243, 255, 255, 255],
];

const channelOfSteps = (channel: 1 | 2 | 3): Channel =>
  steps.flatMap((step, at) => [
    [step[0], step[channel]] as const,
    [(steps[at + 1]?.[0] ?? 256) - 1, step[channel]] as const,
  ]);

/** The well-known color palettes for PET: the values of PS3.6 annex B.1.1 to B.1.4. */
const palettes = {
  hotIron: {
    red: [
      [0, 0],
      [127, 254],
      [128, 255],
      [255, 255],
    ],
    green: [
      [0, 0],
      [128, 0],
      [254, 252],
      [255, 255],
    ],
    blue: [
      [0, 0],
      [191, 0],
      [254, 252],
      [255, 255],
    ],
  },
  pet: {
    red: [
      [0, 0],
      [63, 0],
      [64, 1],
      [106, 85],
      [107, 86],
      [149, 170],
      [150, 171],
      [192, 255],
      [255, 255],
    ],
    green: [
      [0, 0],
      [31, 62],
      [32, 65],
      [62, 125],
      [63, 128],
      [95, 64],
      [96, 63],
      [127, 1],
      [128, 0],
      [254, 252],
      [255, 255],
    ],
    blue: [
      [0, 0],
      [1, 1],
      [128, 255],
      [129, 252],
      [192, 0],
      [233, 165],
      [234, 170],
      [254, 250],
      [255, 255],
    ],
  },
  hotMetalBlue: {
    red: [
      [0, 0],
      [85, 0],
      [102, 50],
      [119, 90],
      [153, 190],
      [170, 255],
      [255, 255],
    ],
    green: [
      [0, 0],
      [119, 0],
      [238, 224],
      [255, 255],
    ],
    blue: [
      [0, 0],
      [17, 33],
      [42, 83],
      [43, 84],
      [76, 149],
      [93, 183],
      [94, 184],
      [102, 200],
      [119, 150],
      [136, 50],
      [153, 0],
      [170, 0],
      [238, 200],
      [255, 255],
    ],
  },
  pet20Step: { red: channelOfSteps(1), green: channelOfSteps(2), blue: channelOfSteps(3) },
} as const satisfies Record<string, Palette>;

export type PaletteName = keyof typeof palettes;
export const paletteNames = ['hotIron', 'pet', 'hotMetalBlue', 'pet20Step'] as const satisfies readonly PaletteName[];

function valueAt(channel: Channel, index: number): number {
  const after = channel.findIndex(([at]) => at >= index);
  const [[from, low], [to, high]] = [channel[Math.max(0, after - 1)] ?? [0, 0], channel[after] ?? [0, 0]];
  return to === from ? high : Math.round(low + ((high - low) * (index - from)) / (to - from));
}

const known = new Map<PaletteName, Uint8Array>();

/** Returns a palette's 256 colors, as red, green and blue. */
export function paletteOf(name: PaletteName): Uint8Array {
  const { red, green, blue } = palettes[name];
  const colors =
    known.get(name) ??
    Uint8Array.from({ length: 768 }, (_, at) => valueAt([red, green, blue][at % 3] ?? [], Math.floor(at / 3)));
  known.set(name, colors);
  return colors;
}
