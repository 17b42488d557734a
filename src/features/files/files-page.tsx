import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { fileUseQuery, storedFilesQuery } from '@/data/documents/stored-files';
import { useOffline } from '@/lib/online';
import { withParams } from '@/lib/params';
import { useAccount } from '@/session/account';
import { FilterSelect } from '@/ui/forms/filter-fields';
import { SearchField } from '@/ui/forms/search-field';
import { usePausedSearch } from '@/ui/forms/use-paused-search';
import { Banner } from '@/ui/feedback/banner';
import { Card } from '@/ui/layout/card';
import { Page } from '@/ui/layout/page';
import { EmptyState } from '@/ui/lists/list-states';
import { LoadMore } from '@/ui/lists/load-more';
import { QueryList } from '@/ui/lists/query-list';
import { useAddress } from '@/ui/use-address';
import { KIND_OPTIONS } from './file-kinds';
import { FileRow } from './file-row';
import { SpaceCard } from './space-card';

const isFiltered = (address: URLSearchParams) => address.has('q') || address.has('of');

/** /files: all photos and documents of the account, what uses its space, and what can go. */
export function FilesPage() {
  const { ownerId } = useAccount();
  const offline = useOffline();
  const [params, change] = useAddress();
  const kind = KIND_OPTIONS.find(({ value }) => value === params.get('of'))?.value ?? '';
  const largest = params.get('sort') === 'largest';
  const find = params.get('q') ?? '';
  const set = (name: string, value: string) =>
    change((current) => withParams(current, { [name]: value }), { replace: true });
  const [typed, type] = usePausedSearch(find, isFiltered, (text) => set('q', text));
  const use = useQuery(fileUseQuery(ownerId));
  const files = useInfiniteQuery(storedFilesQuery(ownerId, { kind, find: find.trim(), largest }));
  const shown = files.data?.pages.flat() ?? [];
  return (
    <Page title="Files" back={{ to: '/account', label: 'Account' }}>
      {offline && <Banner tone="note">You need signal to see the files, and to open, download or remove one.</Banner>}
      {use.data && <SpaceCard use={use.data} kind={kind} onKind={(next) => set('of', next)} />}
      <div className="grid grid-cols-2 items-end gap-3 sm:grid-cols-[1fr_auto_auto]">
        <SearchField
          className="max-sm:col-span-2"
          label="Search by file, record or person"
          value={typed}
          onChange={({ currentTarget }) => type(currentTarget.value)}
        />
        <FilterSelect label="Belongs to" value={kind} onChange={(next) => set('of', next)}>
          <option value="">Everything</option>
          {KIND_OPTIONS.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </FilterSelect>
        <FilterSelect label="Order" value={largest ? 'largest' : ''} onChange={(next) => set('sort', next)}>
          <option value="">Newest first</option>
          <option value="largest">Largest first</option>
        </FilterSelect>
      </div>
      <Card rows>
        <QueryList
          read={files}
          rows={shown}
          empty={
            <EmptyState
              title={isFiltered(params) ? 'No file fits these filters.' : 'No files yet.'}
              text="Photos come with works, notes and checklists. Documents are added to a customer, machine, field, certificate or evidence."
            />
          }
        >
          {shown.map((file) => (
            <FileRow key={`${file.table} ${file.id}`} file={file} disabled={offline} />
          ))}
        </QueryList>
      </Card>
      <LoadMore list={files} />
    </Page>
  );
}
