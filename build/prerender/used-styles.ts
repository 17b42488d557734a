// Build step: reduces a stylesheet to what a finished document can use.
import { transform, type CustomAtRules, type Selector, type Visitor } from 'lightningcss';

const version = (major: number, minor = 0) => (major << 16) | (minor << 8);

/**
 * The browsers of `build.target`, as Vite gives them to the same library. Without them it would use syntax that
 * some do not know, and merge rules into one selector list, which such a browser drops as a whole.
 */
const TARGETS = {
  chrome: version(94),
  edge: version(94),
  firefox: version(93),
  ios_saf: version(16, 4),
  opera: version(80),
  safari: version(16, 4),
};

type TransformOptions = { visitor: Visitor<CustomAtRules> } | { minify: true; targets: typeof TARGETS };

const transformCss = (css: string, how: TransformOptions): string =>
  new TextDecoder().decode(transform({ filename: 'page.css', code: new TextEncoder().encode(css), ...how }).code);

type UsedNames = { classes: Set<string>; ids: Set<string>; tags: Set<string> };

function usedNamesIn(html: string): UsedNames {
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

/** Pseudo-elements that only form fields have. */
const FORM_FIELD_ONLY = /^(?:-webkit-(?:date|search|calendar|inner|outer)|file-selector|placeholder)/;

/**
 * Whether a selector can match anything. The arguments of `:not` and `:has` are not checked, so an unused rule may
 * stay.
 */
const mayMatch = (selector: Selector, names: UsedNames): boolean =>
  selector.every((part) => {
    switch (part.type) {
      case 'class':
        return names.classes.has(part.name);
      case 'id':
        return names.ids.has(part.name);
      case 'type':
        return names.tags.has(part.name.toLowerCase());
      case 'pseudo-class':
        return (part.kind !== 'is' && part.kind !== 'where') || part.selectors.some((one) => mayMatch(one, names));
      case 'pseudo-element':
        return (
          !FORM_FIELD_ONLY.test(part.kind === 'custom' ? part.name : part.kind) ||
          names.tags.has('input') ||
          names.tags.has('textarea')
        );
      default:
        return true;
    }
  });

/**
 * Removes animations that nothing plays, and custom properties that nothing reads: most of the design tokens, on a page
 * that shows little.
 */
function removeUnused(css: string, html: string): string {
  const usedProperties = new Set([...`${css}${html}`.matchAll(/var\(\s*(--[\w-]+)/g)].map(([, name]) => name));
  const removeIfUnused = (name: string) => (usedProperties.has(name) || !name.startsWith('--') ? undefined : []);
  const reduced = transformCss(css, {
    visitor: {
      // Properties that the library does not know are custom ones, too.
      Declaration: { custom: ({ name }) => removeIfUnused(name) },
      Rule: {
        property: ({ value }) => removeIfUnused(value.name),
        keyframes: ({ value }) => (css.split(value.name.value).length > 2 ? undefined : []),
      },
    },
  });
  return reduced === css ? css : removeUnused(reduced, html);
}

/** The rules of `css`, minified, that the document `html` can use, in their order. Nested rules stay whole. */
export function usedStyles(css: string, html: string): string {
  const names = usedNamesIn(html);
  const rules = transformCss(css, { visitor: { Selector: (one) => (mayMatch(one, names) ? undefined : []) } });
  return transformCss(removeUnused(rules, html), { minify: true, targets: TARGETS });
}
