// The colours of the map, from the tokens of the current theme.
import type { LandUse } from '@/domain/fields/field';

/** The fill of a field by its land use. */
const LAND_USE_TOKENS: Record<LandUse, string> = {
  permanent_grass: '--pic-grass',
  temporary_grass: '--pic-ley',
  arable: '--pic-straw',
  maize: '--pic-plough',
  veg: '--pic-roof',
  fallow: '--pic-oat',
  woodland: '--pic-hedge',
  other: '--pic-water',
};

export const tokenOf = (landUse: LandUse | null) => (landUse ? LAND_USE_TOKENS[landUse] : '--accent-soft');

export type HexColour = `#${string}`;

/** Reads tokens as #rrggbb, as terra-draw requires: a canvas of one pixel converts any CSS colour notation. */
export function colourReader(): (token: string) => HexColour {
  const styles = getComputedStyle(document.documentElement);
  const pixel = document.createElement('canvas');
  pixel.width = 1;
  pixel.height = 1;
  const context = pixel.getContext('2d', { willReadFrequently: true });
  const known = new Map<string, HexColour>();
  return (token) => {
    const before = known.get(token);
    if (before) return before;
    let colour: HexColour = '#000000';
    if (context) {
      context.fillStyle = styles.getPropertyValue(token).trim();
      context.fillRect(0, 0, 1, 1);
      const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data;
      colour = `#${[red, green, blue].map((part) => part.toString(16).padStart(2, '0')).join('')}`;
    }
    known.set(token, colour);
    return colour;
  };
}

export type ReadColour = ReturnType<typeof colourReader>;
