import { useLists } from '@/features/works/form/use-lists';
import { useStoredDraft } from '@/offline/outbox/drafts/draft';
import { useAccount } from '@/session/account';
import '@/styles/day-sheet.css';
import { Button } from '@/ui/button';
import { Banner } from '@/ui/feedback/banner';
import { Page } from '@/ui/layout/page';
import { LoadingRows } from '@/ui/lists/list-states';
import { SheetForm } from './sheet-form';
import { DRAFT_NAME, type SheetDraft } from './use-day-sheet';

/** /day-sheet: the account holder types the paper dockets of a whole day on one page. */
export function DaySheetPage() {
  const { userId } = useAccount();
  const { isDraftLoading, key, draft, discard } = useStoredDraft(userId, DRAFT_NAME);
  const { lists, loading, loadProblem, retry } = useLists();
  return (
    <Page title="Day sheet" back={{ to: '/works-list', label: 'Works List' }}>
      {loadProblem !== null && (
        <Banner tone="warn" action={<Button onClick={retry}>Try again</Button>}>
          {loadProblem}
        </Banner>
      )}
      {isDraftLoading || loading ? (
        <LoadingRows />
      ) : (
        <SheetForm
          key={draft?.id ?? ''}
          lists={lists}
          draftKey={key}
          // The cast is safe: only this page writes drafts with this name.
          draft={draft ? { ...(draft.values as Omit<SheetDraft, 'id'>), id: draft.id } : null}
          onDiscard={discard}
        />
      )}
    </Page>
  );
}
