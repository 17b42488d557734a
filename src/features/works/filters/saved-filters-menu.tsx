import { useQuery } from '@tanstack/react-query';
import { Bookmark, ChevronDown } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { savedFiltersQuery } from '@/data/works/saved-filters';
import { savedFilterQuery } from '@/features/works/list/list-address';
import type { ListAddress } from '@/features/works/list/use-list-address';
import { Menu } from '@/ui/popups/menu';

const SaveDialog = lazy(async () => ({ default: (await import('./saved-filter-dialogs')).SaveDialog }));
const ChangeDialog = lazy(async () => ({ default: (await import('./saved-filter-dialogs')).ChangeDialog }));

/** The person's saved filters: choose, save, rename, delete. */
export function SavedMenu({
  address: { account, params },
  painted,
}: {
  address: ListAddress;
  /** Whether the list's rows are rendered. */
  painted: boolean;
}) {
  const saved = useQuery({ ...savedFiltersQuery(account), enabled: painted }).data ?? [];
  const [dialog, setDialog] = useState<'save' | 'change' | null>(null);
  const query = savedFilterQuery(params);
  const current = saved.find((filter) => filter.query === query);
  const close = () => setDialog(null);
  return (
    <>
      <Menu
        className={`chip ${current ? 'chip-on' : ''}`}
        align="start"
        aria-label={current ? `Saved filters: ${current.name}` : 'Saved filters'}
        items={[
          {
            label: 'Save these filters…',
            disabled: query === '' || current !== undefined || !account.canWrite,
            onSelect: () => setDialog('save'),
          },
          ...(saved.length > 0
            ? [
                'rule' as const,
                ...saved.map((filter) => ({ label: filter.name, to: `/works-list?${filter.query}` })),
                'rule' as const,
                { label: 'Rename or delete…', disabled: !account.canWrite, onSelect: () => setDialog('change') },
              ]
            : []),
        ]}
      >
        <Bookmark aria-hidden="true" />
        <span className="max-w-40 truncate py-0.5">{current?.name ?? 'Saved'}</span>
        <ChevronDown aria-hidden="true" />
      </Menu>
      <Suspense fallback={null}>
        {dialog === 'save' && <SaveDialog account={account} query={query} saved={saved} onClose={close} />}
        {dialog === 'change' && <ChangeDialog saved={saved} onClose={close} />}
      </Suspense>
    </>
  );
}
