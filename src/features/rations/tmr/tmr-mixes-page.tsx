import { lazy } from 'react';
import { FeedList } from '@/features/rations/feeds/feed-list';
import { TMR } from '@/features/rations/mix/kinds';
import { MixPages } from '@/features/rations/mix/mix-pages';
import { useAccount } from '@/session/account';
import { FeedingLog } from './feeding-log';
import { TmrList } from './tmr-list';

// Loaded on demand: drivers use only the load sheet, the office the other pages.
const LoadSheetPage = lazy(async () => ({ default: (await import('./load-sheet-page')).LoadSheetPage }));
const TmrPage = lazy(async () => ({ default: (await import('./tmr-page')).TmrPage }));
const TmrFormPage = lazy(async () => ({ default: (await import('./tmr-form-page')).TmrFormPage }));

const TABS = [
  { value: 'mixes', label: 'Mixes', Content: TmrList },
  { value: 'log', label: 'Fed', Content: FeedingLog },
  { value: 'feeds', label: 'Feeds', Content: FeedList },
];

/** /tmr-mixes: mixes, feeds and the log; below it a mix (/ID), its form (/new, /ID/edit) and its load sheet (/ID/load). */
export function TmrMixesPage() {
  const admin = useAccount().role === 'admin';
  return (
    <MixPages
      kind={TMR}
      tabs={admin ? TABS : TABS.filter(({ value }) => value !== 'feeds')}
      WorkPage={LoadSheetPage}
      FormPage={TmrFormPage}
      MixPage={TmrPage}
    />
  );
}
