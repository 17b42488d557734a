import { Printer } from 'lucide-react';

/** Prints the list below it. */
export const PrintButton = ({ onPress }: { onPress: () => void }) => (
  <button type="button" className="chip min-w-12 justify-center" aria-label="Print" onClick={onPress}>
    <Printer aria-hidden="true" />
    <span className="max-nav:sr-only">Print</span>
  </button>
);
