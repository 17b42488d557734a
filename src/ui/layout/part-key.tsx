// The colours of the parts of a bar, in the order of the parts. Neighbours differ in lightness too.
const FILLS = ['pic-gate', 'pic-grass', 'pic-straw', 'pic-plough', 'pic-roof', 'pic-ley'] as const;

/** The class that fills a part in an SVG. */
export const partFill = (index: number): string => `fill-${FILLS[index % FILLS.length] ?? FILLS[0]}`;

/** The colour of a part in the picture, beside its name in a table or caption. */
export const PartKey = ({ index }: { index: number }) => (
  <svg className="part-key" viewBox="0 0 12 12" aria-hidden="true">
    <rect width="12" height="12" rx="2" className={partFill(index)} />
  </svg>
);
