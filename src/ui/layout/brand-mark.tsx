import { BRAND } from '@/lib/brand';

/** The ear tag with its tick. Decorative: the name is always shown beside it. */
export function BrandMark({ className = 'brand-mark' }: { className?: string | undefined }) {
  return (
    <svg className={className} viewBox="0 0 26 32" aria-hidden="true">
      <path
        d="M13 1.5c2.6 0 4.6 2 4.6 4.4 0 1.5.5 2.4 2 2.9 3 1 4.9 2.6 4.9 6.2v11.2c0 2.6-1.9 4.3-4.5 4.3H6c-2.6 0-4.5-1.7-4.5-4.3V15c0-3.6 1.9-5.2 4.9-6.2 1.5-.5 2-1.4 2-2.9 0-2.4 2-4.4 4.6-4.4Z"
        fill="var(--ear-tag)"
      />
      <circle cx="13" cy="5.9" r="1.7" fill="var(--bar)" />
      <path
        d="m7.3 20.6 4 4.2 7.6-8.6"
        fill="none"
        stroke="var(--on-ear-tag)"
        strokeWidth="3.2"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}

/** Mark and name, for the bar and the footer. Wrap it in a link if it should lead home. */
export function Brand() {
  return (
    <span className="brand">
      <BrandMark />
      {BRAND}
    </span>
  );
}
