// Areas and lengths in words.
import { decimal, type Decimal } from '@/domain/core/money';
import { formatArea } from '@/domain/core/area';

const METRES_PER_YARD = 0.9144;
const METRES_PER_MILE = 1609.344;

const rounded = (value: number, decimals: number) =>
  value.toLocaleString('en-GB', { minimumFractionDigits: decimals, maximumFractionDigits: decimals });

/** A Decimal counts ten-thousandths, and a square metre is a ten-thousandth of a hectare. */
export const toHectares = (squareMetres: number): Decimal => decimal(Math.round(squareMetres));

/** "4.26 ha, 10.53 ac". */
export const areaWords = (hectares: Decimal): string =>
  `${formatArea(hectares, 'hectare')}, ${formatArea(hectares, 'acre')}`;

/** "312 m, 341 yd"; from 1,000 m on "1.20 km, 0.75 miles". */
export const lengthWords = (metres: number): string =>
  metres < 1000
    ? `${rounded(metres, metres < 100 ? 1 : 0)} m, ${rounded(metres / METRES_PER_YARD, 0)} yd`
    : `${rounded(metres / 1000, 2)} km, ${rounded(metres / METRES_PER_MILE, 2)} miles`;
