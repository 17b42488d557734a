// Reads the tracks and routes of a GPX file, as a device records them on a walk round a field.
import { attribute, xmlParts } from '@/domain/core/xml';
import type { FoundField, FoundFields } from './found-field';

export const isGpx = (text: string): boolean => /<(?:\w+:)?gpx[\s>]/.test(text.slice(0, 2000));

const numberIn = (attributes: string, name: string): number => Number(attribute(attributes, name) || NaN);

/** The pieces of a track, between which the device lost its position, are one line. */
export function fieldsOfGpx(text: string): FoundFields {
  const found: FoundField[] = [];
  let track: { name: string; line: number[][] } | null = null;
  const path: string[] = [];
  let content = '';
  for (const part of xmlParts(text)) {
    if (part.kind === 'text') {
      content += part.text;
    } else if (part.kind === 'open') {
      content = '';
      path.push(part.name);
      if (part.name === 'trk' || part.name === 'rte') track = { name: '', line: [] };
      if (part.name === 'trkpt' || part.name === 'rtept') {
        track?.line.push([numberIn(part.attributes, 'lon'), numberIn(part.attributes, 'lat')]);
      }
    } else {
      path.pop();
      const isOfTrack = path.at(-1) === 'trk' || path.at(-1) === 'rte';
      if (part.name === 'name' && track && isOfTrack) track.name = content.trim();
      if (part.name === 'wpt') found.push({ properties: {}, polygons: null });
      if ((part.name !== 'trk' && part.name !== 'rte') || !track) continue;
      found.push({ properties: { name: track.name }, polygons: null, lines: [track.line] });
      track = null;
    }
  }
  return { found, notes: [] };
}
