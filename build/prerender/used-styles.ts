// Build step: reduces a stylesheet to what a finished document can use. A static page does not change any more.

type Block = { head: string; body: string | null };

/** The rules of a stylesheet, one level deep; a statement such as `@layer a, b;` has no body. */
function blocksOf(css: string): Block[] {
  const blocks: Block[] = [];
  let depth = 0;
  let from = 0;
  let open = 0;
  let quote = '';
  for (let at = 0; at < css.length; at++) {
    const sign = css[at];
    if (sign === '\\') at++;
    else if (quote !== '') quote = sign === quote ? '' : quote;
    else if (sign === '"' || sign === "'") quote = sign;
    else if (sign === '{') {
      if (depth++ === 0) open = at;
    } else if (sign === '}') {
      if (--depth > 0) continue;
      blocks.push({ head: css.slice(from, open).trim(), body: css.slice(open + 1, at) });
      from = at + 1;
    } else if (sign === ';' && depth === 0) {
      blocks.push({ head: css.slice(from, at).trim(), body: null });
      from = at + 1;
    }
  }
  return blocks;
}

/** The parts between commas outside brackets. */
function partsOf(selector: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let from = 0;
  for (let at = 0; at <= selector.length; at++) {
    const sign = selector[at];
    if (sign === '\\') at++;
    else if (sign === '(' || sign === '[') depth++;
    else if (sign === ')' || sign === ']') depth--;
    else if ((sign === ',' && depth === 0) || at === selector.length) {
      parts.push(selector.slice(from, at));
      from = at + 1;
    }
  }
  return parts;
}

const NAME = '(?:\\\\.|[\\w-])+';
const names = (pattern: string, text: string) =>
  [...text.matchAll(new RegExp(`${pattern}(${NAME})`, 'g'))].map(([, name = '']) => name.replaceAll('\\', ''));

type Found = { classes: Set<string>; ids: Set<string>; tags: Set<string> };

function foundIn(html: string): Found {
  const values = (attribute: string) =>
    [...html.matchAll(new RegExp(`\\s${attribute}="([^"]*)"`, 'g'))].flatMap(([, value = '']) =>
      value.replaceAll('&amp;', '&').replaceAll('&gt;', '>').replaceAll('&lt;', '<').split(/\s+/),
    );
  return {
    classes: new Set(values('class')),
    ids: new Set(values('id')),
    tags: new Set([...html.matchAll(/<([a-z][\w-]*)/gi)].map(([, tag = '']) => tag.toLowerCase())),
  };
}

/** The arguments of each `:is` and `:where` of a selector, except nested ones and those inside `:not`. */
function choicesOf(selector: string): string[] {
  const opening = /:(is|where|not)\(/g;
  const choices: string[] = [];
  for (let found = opening.exec(selector); found; found = opening.exec(selector)) {
    const from = opening.lastIndex;
    let at = from;
    for (let depth = 1; depth > 0 && at < selector.length; at++)
      depth += selector[at] === '(' ? 1 : selector[at] === ')' ? -1 : 0;
    if (found[1] !== 'not') choices.push(selector.slice(from, at - 1));
    opening.lastIndex = at;
  }
  return choices;
}

/** Pseudo-elements that only form fields have. */
const OF_FIELDS = /::(?:-webkit-(?:date|search|calendar|inner|outer)|file-selector|placeholder)/;

/**
 * Whether a selector can match anything. The arguments of `:not` and `:has` are not checked, so a rule too many may
 * stay.
 */
function mayMatch(selector: string, found: Found): boolean {
  const { classes, ids, tags } = found;
  if (OF_FIELDS.test(selector) && !tags.has('input') && !tags.has('textarea')) return false;
  if (!choicesOf(selector).every((choice) => partsOf(choice).some((part) => mayMatch(part.trim(), found))))
    return false;
  let bare = selector.replace(/\[[^\]]*\]/g, '');
  for (let before = ''; before !== bare;) {
    before = bare;
    bare = bare.replace(/\([^()]*\)/g, '');
  }
  return (
    names('\\.', bare).every((name) => classes.has(name)) &&
    names('#', bare).every((name) => ids.has(name)) &&
    names('(?:^|[\\s>+~])(?![\\d.:#*&])', bare).every((name) => tags.has(name.toLowerCase()) || /^\d/.test(name))
  );
}

function kept(css: string, found: Found): string {
  return blocksOf(css)
    .map(({ head, body }) => {
      if (body === null) return `${head};`;
      if (/^@(?:media|supports|layer|container)\b/.test(head)) {
        const inside = kept(body, found);
        return inside === '' ? '' : `${head}{${inside}}`;
      }
      if (head.startsWith('@')) return `${head}{${body}}`;
      const selectors = partsOf(head).filter((selector) => mayMatch(selector.trim(), found));
      return selectors.length === 0 ? '' : `${selectors.join(',')}{${body}}`;
    })
    .join('');
}

/** Removes animations and registered properties that no remaining rule uses. */
function withoutOrphans(css: string): string {
  return blocksOf(css)
    .filter(({ head }) => {
      const name = /^@(?:keyframes|property) (\S+)$/.exec(head)?.[1];
      return name === undefined || css.split(name).length > 2;
    })
    .map(({ head, body }) => (body === null ? `${head};` : `${head}{${body}}`))
    .join('');
}

/** Removes custom properties that nothing reads: most of the design tokens, on a page that shows little. */
function withoutUnreadValues(css: string, html: string): string {
  const read = new Set([...`${css}${html}`.matchAll(/var\(\s*(--[\w-]+)/g)].map(([, name]) => name));
  const less = css
    .replace(/(?<=[{;])(--[\w-]+):(?:[^;{}"]|"[^"]*")*(?:;|(?=\}))/g, (all, name: string) =>
      read.has(name) ? all : '',
    )
    .replace(/(?<=[{};]|^)[^{};]+\{\}/g, '');
  return less === css ? css : withoutUnreadValues(less, html);
}

/** The rules of `css`, minified, that the document `html` can use, in their order. Nested rules stay whole. */
export function usedStyles(css: string, html: string): string {
  const rules = kept(css.replace(/\/\*[\s\S]*?\*\//g, ''), foundIn(html));
  return withoutUnreadValues(withoutOrphans(rules), html);
}
