// The colours of the parts of a chart's bar, in their order. Neighbouring colours also differ in lightness.
const FILLS = ['pic-gate', 'pic-grass', 'pic-straw', 'pic-plough', 'pic-roof', 'pic-ley'] as const;

/** The class that fills a part in an SVG. */
export const partFill = (index: number): string => `fill-${FILLS[index % FILLS.length] ?? FILLS[0]}`;

/** A square in the colour of a part, beside the part's name in a table or caption. */
export const PartKey = ({ index }: { index: number }) => (
  <svg className="part-key" viewBox="0 0 12 12" aria-hidden="true">
    <rect width="12" height="12" rx="2" className={partFill(index)} />
  </svg>
);
