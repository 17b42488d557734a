// The position of a gate, as people type it or paste it from a map.
import { cleanText, withHyphens } from '@/domain/core/plain-text';

export type Position = { lat: number; lng: number };

const NUMBER = String.raw`-?\d{1,3}(?:\.\d+)?`;
/** One coordinate: "52.1986", "52.1986° N", `52°11'55.0"N`. */
const COORDINATE = new RegExp(
  String.raw`^(${NUMBER})\s*°?\s*(?:(\d{1,2})\s*['′’]\s*(?:(\d{1,2}(?:\.\d+)?)\s*(?:["″”]|'')\s*)?)?([NSEW])?$`,
  'i',
);
/** Both numbers of a link: /@52.1,-3.0, ?q=52.1,-3.0, ?ll=…, geo:52.1,-3.0. */
const LINK = new RegExp(String.raw`^(?:https?:.*?[@=:/]|geo:)(${NUMBER})(?:,|%2C)\s*(${NUMBER})`, 'i');

function degrees(text: string): { value: number; letter: string } | null {
  const [, whole, minutes = '0', seconds = '0', letter = ''] = COORDINATE.exec(text.trim()) ?? [];
  if (whole === undefined) return null;
  const size = Math.abs(Number(whole)) + Number(minutes) / 60 + Number(seconds) / 3600;
  const isNegative = whole.startsWith('-') !== /^[SW]$/i.test(letter);
  return { value: isNegative ? -size : size, letter: letter.toUpperCase() };
}

/** The two coordinates of a text, whatever separates them. */
function pairOf(text: string): string[] {
  const [, first, second] = LINK.exec(text) ?? [];
  if (first !== undefined && second !== undefined) return [first, second];
  const inside = text.replace(/^[([]|[)\]]$/g, '');
  // "52.1 N 3.0 W": the letter ends the first one.
  const parts = inside.split(inside.includes(',') ? ',' : /[NSEW]/i.test(inside) ? /(?<=[NSEW])\s+/i : /\s+/);
  return parts.map((part) => part.trim());
}

/** Longitudes and latitudes of Britain and Ireland do not overlap, so swapped ones can be told. */
const isSwapped = ({ lat, lng }: Position) => lat > -12 && lat < 3 && lng > 48 && lng < 62;

export const POSITION_ERROR = 'Enter latitude and longitude, like 52.1986, -3.0321.';
export const SWAPPED_ERROR = 'Latitude comes first, like 52.1986, -3.0321. These look swapped.';

/**
 * Latitude and longitude in degrees, with six decimals (ten centimetres), or what is wrong. Takes signs and N, S, E, W, minutes and
 * seconds, brackets, and the links of map programs.
 */
export function readPosition(text: string): Position | string {
  const [one, two, ...more] = pairOf(withHyphens(cleanText(text))).map(degrees);
  if (!one || !two || more.length > 0) return POSITION_ERROR;
  const isLngFirst = /[EW]/.test(one.letter) || /[NS]/.test(two.letter);
  const [lat, lng] = (isLngFirst ? [two, one] : [one, two]).map(({ value }) => Number(value.toFixed(6)));
  if (lat === undefined || lng === undefined || Math.abs(lat) > 90 || Math.abs(lng) > 180) return POSITION_ERROR;
  return isSwapped({ lat, lng }) ? SWAPPED_ERROR : { lat, lng };
}
