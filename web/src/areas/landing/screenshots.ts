type Variant = `${'en' | 'el'}-${'light' | 'dark'}`;

/** The viewer is dark in either theme. */
function darkFilesOf(name: string): Record<Variant, string> {
  const file = (language: 'en' | 'el') => `/src/areas/landing/pictures/${name}-${language}.webp`;
  return { 'en-light': file('en'), 'en-dark': file('en'), 'el-light': file('el'), 'el-dark': file('el') };
}

function filesOf(name: string): Record<Variant, string> {
  const file = (variant: Variant) => `/src/areas/landing/pictures/${name}-${variant}.webp`;
  return {
    'en-light': file('en-light'),
    'en-dark': file('en-dark'),
    'el-light': file('el-light'),
    'el-dark': file('el-dark'),
  };
}

/** Captures of our own screens, with their sizes so that nothing jumps. The build gives each file its hashed name. */
export const screenshots = {
  viewer: { width: 1280, height: 800, files: darkFilesOf('viewer') },
  consent: { width: 390, height: 760, files: filesOf('consent') },
} as const;
