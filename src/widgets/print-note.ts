// The line below the title of a printed list.
import { formatDateDated } from '@/domain/core/time';
import { BRAND } from '@/lib/brand';
import { useAccount } from '@/session/account';
import { useToday } from '@/session/today';

/** "Hill Farm, printed on 25 Nov 2026. Only: Ready, baling." `filters`: what limits the list; empty parts are left out. */
export function usePrintNote(filters: readonly string[] = []): string {
  const { farmName } = useAccount().settings;
  const words = filters.filter((part) => part !== '').join(', ');
  return `${farmName ?? BRAND}, printed on ${formatDateDated(useToday())}.${words === '' ? '' : ` Only: ${words}.`}`;
}
