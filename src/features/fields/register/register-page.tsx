import { useQuery } from '@tanstack/react-query';
import { Map as MapIcon, Plus } from 'lucide-react';
import { entriesWithoutFieldQuery } from '@/data/fields/activities';
import { withoutFailureMessage } from '@/data/load-failed';
import { counted } from '@/domain/core/word-list';
import { useAccount } from '@/session/account';
import { useToday } from '@/session/today';
import { ButtonLink } from '@/ui/button';
import { Page } from '@/ui/layout/page';
import { useWide } from '@/ui/layout/use-wide';
import { EmptyState } from '@/ui/lists/list-states';
import { NothingFits } from '@/ui/lists/nothing-fits';
import { Paged } from '@/ui/lists/paged';
import { QueryList } from '@/ui/lists/query-list';
import { TotalBar } from '@/ui/lists/total-bar';
import { useAddress } from '@/ui/use-address';
import { SnapshotAge } from '@/widgets/snapshot-age';
import { chooseFields, readView } from '@/features/fields/fields-address';
import { EntriesWithoutField } from '@/features/fields/log/entries-without-field';
import { fieldSums } from './field-columns';
import { RegisterFilters } from './register-filters';
import { RegisterFiles } from './register-files';
import { RegisterRows } from './register-rows';
import { useAreaUnit, useFields } from '@/features/fields/use-fields';
import { useOffline } from '@/lib/online';

/** The land register: every field with its area, crop, last activity and soil. */
export function RegisterPage() {
  const account = useAccount();
  const { role, canWrite, ownerId, settings } = account;
  const isHolder = role === 'admin';
  const today = useToday();
  const offline = useOffline();
  const wide = useWide();
  const [params] = useAddress();
  const unit = useAreaUnit();
  const { fields, summaries, summariesReady } = useFields();
  const entriesWithoutField = useQuery({
    ...withoutFailureMessage(entriesWithoutFieldQuery(ownerId)),
    enabled: isHolder && !offline,
  });
  const view = readView(params);
  const all = fields.data ?? [];
  const listed = chooseFields(all, summaries, view, { region: settings.region, today });
  const words = counted(listed.length, 'field', 'fields');
  const addButton = (text: string) =>
    isHolder &&
    canWrite &&
    !offline && (
      <ButtonLink variant="main" to="/fields/new" aria-label="New field">
        <Plus aria-hidden="true" />
        {text}
      </ButtonLink>
    );
  return (
    <Page
      title="Fields"
      actions={wide && all.length > 0 && addButton('New field')}
      foot={listed.length > 0 && <TotalBar short={words} sums={fieldSums(listed)} />}
    >
      {fields.data && <SnapshotAge at={fields.dataUpdatedAt} />}
      <p className="-mx-quiet">
        <ButtonLink variant="quiet" to="/fields/map">
          <MapIcon aria-hidden="true" />
          Map of fields
        </ButtonLink>
      </p>
      {entriesWithoutField.data && <EntriesWithoutField {...entriesWithoutField.data} />}
      {all.length > 0 && (
        <RegisterFilters all={all} summaries={summaries} unit={unit} end={!wide && addButton('New')} />
      )}
      <QueryList
        card
        read={fields}
        rows={listed}
        empty={
          all.length === 0 ? (
            <EmptyState
              title="No fields yet."
              text={
                isHolder
                  ? 'Add one by name and acres – you can draw it later.'
                  : 'The account holder adds them by name and acres.'
              }
              action={addButton('New field')}
            />
          ) : (
            <NothingFits title="No field fits." />
          )
        }
      >
        <Paged key={params.toString()} items={listed}>
          {(part) => <RegisterRows listed={part} unit={unit} today={today} />}
        </Paged>
      </QueryList>
      {all.length > 0 && <RegisterFiles listed={listed} view={view} unit={unit} isReady={summariesReady} />}
    </Page>
  );
}
