// Vite plugin: bundles jspdf without what this app never draws (forms, HTML and canvas, Arabic letter shapes, the
// outline, scripts, SVG, and pictures that are neither JPEG nor PNG). Every phone stores this file; it becomes two
// fifths smaller.
import { resolve } from 'node:path';
import type { Plugin } from 'vite';

/** Cut from the first text up to the second, which is kept. Each must occur exactly once, or the build fails. */
const CUTS = [
  ['var jsPDFAPI = jsPDF.API;\nvar scaleFactor = 1;', '(function (jsPDFAPI) {\n\n  var namespace = "addImage_";'],
  ['/**\n * jsPDF arabic parser PlugIn', '/**\n * @license\n * jsPDF filters PlugIn'],
  [
    '/**\n * jsPDF html PlugIn',
    '/**\n * @license\n *\n * Licensed under the MIT License.\n * http://opensource.org/licenses/mit-license\n */\n\n/**\n * jsPDF jpeg',
  ],
  ['/**\n * @license\n * (c) Dean McNamee', '/**\n * @license\n *\n * Copyright (c) 2021 Antti Palola'],
  [
    '/**\n * jsPDF SVG plugin',
    '/**\n * @license\n * ====================================================================\n * Copyright (c) 2013 Eduardo',
  ],
  ['export { AcroForm', 'GState, ShadingPattern, TilingPattern, jsPDF as default, jsPDF };'],
] as const;

function indexOfOnly(code: string, text: string): number {
  const at = code.indexOf(text);
  if (at < 0 || code.includes(text, at + 1)) throw new Error(`jspdf has changed: look for ${JSON.stringify(text)}`);
  return at;
}

function withoutCuts(code: string): string {
  return CUTS.reduce((rest, [from, to]) => {
    const [first, last] = [indexOfOnly(rest, from), indexOfOnly(rest, to)];
    if (last < first) throw new Error(`jspdf has changed: ${JSON.stringify(to)} comes first`);
    return `${rest.slice(0, first)}${from.startsWith('export') ? 'export { ' : ''}${rest.slice(last)}`;
  }, code);
}

export const smallJspdf = (): Plugin => ({
  name: 'farm-diary:small-jspdf',
  enforce: 'pre',
  // Use the unminified file: the cuts are found by its text.
  config: () => ({
    resolve: {
      alias: [
        { find: /^jspdf$/, replacement: 'jspdf/dist/jspdf.es.js' },
        { find: /^pako$/, replacement: resolve('build/stubs/inflate.ts') },
      ],
    },
  }),
  transform: (code, id) =>
    id.endsWith('/jspdf/dist/jspdf.es.js') ? { code: withoutCuts(code), map: { mappings: '' } } : undefined,
});
