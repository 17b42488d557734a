// Reads the fields of a KML file: the placemarks that have polygons.
import { FileProblem } from '@/domain/core/file-problem';
import { attribute, xmlParts } from '@/domain/core/xml';
import type { FoundField, FoundFields } from './found-field';
import { positionsIn } from './kml-coordinates';

/** Elements in a placemark: the standard needs about ten. */
const MAX_DEPTH = 100;

type Placemark = { properties: Record<string, string>; polygons: number[][][][]; lines: number[][][] };

/**
 * Stores the text of an element in the placemark, if the app uses it. `path`: the names of the open elements, the
 * innermost last.
 */
function storeElementText(placemark: Placemark, path: readonly string[], key: string, text: string) {
  const [element = '', parent = ''] = [path.at(-1), path.at(-2)];
  if (element === 'name' && parent === 'Placemark') placemark.properties['name'] = text.trim();
  else if (element === 'SimpleData' || (element === 'value' && parent === 'Data')) {
    // The name of the placemark itself comes first.
    placemark.properties[key] ??= text.trim();
  } else if (element === 'coordinates') {
    if (path.includes('Point')) return;
    const polygon = placemark.polygons.at(-1);
    if (!polygon || !path.includes('Polygon')) placemark.lines.push(positionsIn(text));
    else if (path.includes('innerBoundaryIs')) polygon.push(positionsIn(text));
    else polygon.unshift(positionsIn(text));
  }
}

export function fieldsOfKml(text: string): FoundFields {
  const found: FoundField[] = [];
  const links: string[] = [];
  let placemark: Placemark | null = null;
  let path: string[] = [];
  let content = '';
  let key = '';
  let hasKml = false;
  let isNetworkLink = false;
  for (const part of xmlParts(text)) {
    if (part.kind === 'text') {
      content += part.text;
      continue;
    }
    if (part.kind === 'open') {
      hasKml ||= part.name === 'kml' || part.name === 'Placemark';
      content = '';
      if (part.name === 'NetworkLink') isNetworkLink = true;
      if (part.name === 'Placemark') {
        placemark = { properties: {}, polygons: [], lines: [] };
        path = [];
      }
      if (!placemark) continue;
      path.push(part.name);
      if (path.length > MAX_DEPTH) throw new FileProblem('The elements of the KML file are nested too deeply.');
      if (part.name === 'Polygon') placemark.polygons.push([]);
      if (part.name === 'SimpleData' || part.name === 'Data') key = attribute(part.attributes, 'name');
      continue;
    }
    if (part.name === 'href' && isNetworkLink) links.push(content.trim());
    if (part.name === 'NetworkLink') isNetworkLink = false;
    if (!placemark) continue;
    storeElementText(placemark, path, key, content);
    content = '';
    path.pop();
    if (part.name !== 'Placemark') continue;
    const { properties, polygons, lines } = placemark;
    found.push({ properties, polygons: polygons.length > 0 ? polygons : null, lines });
    placemark = null;
  }
  if (!hasKml) throw new FileProblem('This is not a KML file.');
  return { found, notes: [], links };
}
