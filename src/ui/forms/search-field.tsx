import { Search } from 'lucide-react';
import type { ComponentProps } from 'react';

/** The search field of a list. `label` is its accessible name and, by default, its placeholder. */
export function SearchField({ label, className = '', ...input }: ComponentProps<'input'> & { label: string }) {
  return (
    <label className={`search ${className}`}>
      <Search aria-hidden="true" />
      <input type="search" aria-label={label} placeholder={label} enterKeyHint="search" autoComplete="off" {...input} />
    </label>
  );
}
