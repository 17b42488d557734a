// Reads untrusted XML in one pass: elements, attributes and text. It decodes only XML's five predefined entities and
// character references. It refuses a document type, which can declare other entities, so nothing expands or is fetched.

import { FileProblem } from './file-problem';

export type XmlPart =
  | { kind: 'open'; name: string; attributes: string }
  | { kind: 'close'; name: string }
  | { kind: 'text'; text: string };

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

const decoded = (text: string): string =>
  text.replace(
    /&(?:#x([\da-f]{1,6})|#(\d{1,7})|(\w{1,8}));/gi,
    (whole, hex?: string, decimal?: string, name?: string) => {
      if (name !== undefined) return ENTITIES[name] ?? whole;
      const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '';
    },
  );

/** The value of an attribute, from the text of all attributes. */
export function attribute(attributes: string, name: string): string {
  const [, value = ''] = new RegExp(`(?:^|\\s)${name}\\s*=\\s*("[^"]*"|'[^']*')`).exec(attributes) ?? [];
  return decoded(value.slice(1, -1));
}

/** An element's name without its prefix: "kml:Placemark" is "Placemark". */
const localName = (name: string) => name.slice(name.indexOf(':') + 1);

const CUT_OFF = 'The file ends in the middle. Export it again.';

/** The position after the next occurrence of `end` at or after `at`. */
function indexAfter(text: string, end: string, at: number): number {
  const found = text.indexOf(end, at);
  if (found < 0) throw new FileProblem(CUT_OFF);
  return found + end.length;
}

export function* xmlParts(text: string): Generator<XmlPart> {
  let at = 0;
  while (at < text.length) {
    const tag = text.indexOf('<', at);
    const end = tag < 0 ? text.length : tag;
    if (end > at) yield { kind: 'text', text: decoded(text.slice(at, end)) };
    if (tag < 0) return;
    if (text.startsWith('<!--', tag)) at = indexAfter(text, '-->', tag + 4);
    else if (text.startsWith('<?', tag)) at = indexAfter(text, '?>', tag);
    else if (text.startsWith('<![CDATA[', tag)) {
      at = indexAfter(text, ']]>', tag);
      yield { kind: 'text', text: text.slice(tag + 9, at - 3) };
    } else if (text.startsWith('<!', tag)) {
      throw new FileProblem('The file has a document type (DOCTYPE), which is not read. Export it again.');
    } else {
      at = indexAfter(text, '>', tag);
      const inner = text.slice(tag + 1, at - 1);
      if (inner.startsWith('/')) yield { kind: 'close', name: localName(inner.slice(1).trim()) };
      else {
        const isEmpty = inner.endsWith('/');
        const [, name = '', attributes = ''] = /^(\S+)([\s\S]*)$/.exec(isEmpty ? inner.slice(0, -1) : inner) ?? [];
        yield { kind: 'open', name: localName(name), attributes };
        if (isEmpty) yield { kind: 'close', name: localName(name) };
      }
    }
  }
}
