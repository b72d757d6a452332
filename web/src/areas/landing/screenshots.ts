type Variant = `${'en' | 'el'}-${'light' | 'dark'}`;

/** Returns the same dark file for both themes, because the viewer is always dark. */
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

/** Screenshots of the product. Their sizes prevent layout shifts. The build adds a hash to each file name. */
export const screenshots = {
  viewer: { width: 1280, height: 800, files: darkFilesOf('viewer') },
  consent: { width: 390, height: 760, files: filesOf('consent') },
} as const;
