// The rules of a country as a query, so that a screen loads them once.
import { loadRules } from '@/domain/rules/load-rules';
import type { Regime } from '@/domain/rules/regimes';
import * as keys from '@/lib/query-keys';

/** `version`: null for the newest one. */
export const rulesQuery = (regime: Regime, version: string | null) => ({
  queryKey: [keys.rules, regime, version] as const,
  queryFn: () => loadRules(regime, version ?? undefined),
  // The file is part of the app, so it needs no signal.
  networkMode: 'always' as const,
  staleTime: Infinity,
  gcTime: Infinity,
});
