import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { mergeCustomers, mergePreviewQuery } from '@/data/customers/customer-merge';
import { customerQuery, customersQuery } from '@/data/customers/customers';
import { byName, matchesSearch } from '@/domain/core/search';
import { wordList } from '@/domain/core/word-list';
import { missingDetails } from '@/domain/customers/customer';
import { together } from '@/lib/read-state';
import type { Customer } from '@/records/customers';
import { useAccount } from '@/session/account';
import { Button } from '@/ui/button';
import { CheckField } from '@/ui/forms/check-field';
import { Choice, Choices } from '@/ui/forms/choice';
import { FieldError } from '@/ui/forms/field';
import { SearchField } from '@/ui/forms/search-field';
import { LoadingRows } from '@/ui/lists/list-states';
import { QueryList } from '@/ui/lists/query-list';
import { Dialog } from '@/ui/popups/dialog';
import { likelyDuplicatesFirst, previewSentences } from './merge-preview';

type Props = { customer: Customer; onClose: () => void; onMerged: (into: string) => void };

const MAX_SHOWN = 20;

/** Merges a customer into another in two steps: choose the target, then confirm. It can't be undone. */
export function MergeDialog({ customer, onClose, onMerged }: Props) {
  const [target, setTarget] = useState<Customer | null>(null);
  // Kept here, so that the search is still there after going back from the confirmation.
  const [search, setSearch] = useState('');
  return target ? (
    <Confirm
      key={target.id}
      customer={customer}
      target={target}
      onBack={() => setTarget(null)}
      onClose={onClose}
      onMerged={onMerged}
    />
  ) : (
    <Choose customer={customer} search={search} onSearch={setSearch} onClose={onClose} onChoose={setTarget} />
  );
}

const detailsOf = ({ contactName, town, phone }: Customer) => [contactName, town, phone].filter(Boolean).join(', ');

function Choose({
  customer,
  search,
  onSearch,
  onClose,
  onChoose,
}: {
  customer: Customer;
  search: string;
  onSearch: (search: string) => void;
  onClose: () => void;
  onChoose: (target: Customer) => void;
}) {
  const customers = useQuery(customersQuery(useAccount()));
  const others = (customers.data ?? []).filter((one) => one.active && one.id !== customer.id).sort(byName);
  const matches = likelyDuplicatesFirst(others, customer.name).filter((one) =>
    matchesSearch(search, [one.name, one.contactName, one.town, one.postcode, one.phone]),
  );
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={`Merge ${customer.name} into which customer?`}
      actions={<Button onClick={onClose}>Cancel</Button>}
    >
      <div className="grid gap-3">
        <SearchField label="Search customers" value={search} onChange={(event) => onSearch(event.target.value)} />
        <QueryList
          read={customers}
          rows={matches}
          loading={{ rows: 3 }}
          empty={
            <p className="text-muted">
              {others.length === 0 ? 'There is no other customer yet.' : 'No customer fits.'}
            </p>
          }
        >
          <Choices label="Customer that stays">
            {matches.slice(0, MAX_SHOWN).map((one) => (
              <Choice key={one.id} title={one.name} detail={detailsOf(one)} onClick={() => onChoose(one)} />
            ))}
          </Choices>
        </QueryList>
        {matches.length > MAX_SHOWN && (
          <p className="hint">
            {(matches.length - MAX_SHOWN).toLocaleString('en-GB')} more. Type some letters of the name.
          </p>
        )}
      </div>
    </Dialog>
  );
}

const COUNTING = { rows: 3, text: 'Counting...' };

function Confirm({ customer, target, onBack, onClose, onMerged }: Props & { target: Customer; onBack: () => void }) {
  const { ownerId } = useAccount();
  const merge = useMutation(mergeCustomers);
  // Stop fetching while merging: afterwards the counts would be zero.
  const enabled = !merge.isPending && !merge.isSuccess;
  const preview = useQuery({ ...mergePreviewQuery(ownerId, customer.id, target.id), enabled });
  const fromCustomer = useQuery({ ...customerQuery(ownerId, customer.id), enabled });
  const intoCustomer = useQuery({ ...customerQuery(ownerId, target.id), enabled });
  const [requestId] = useState(() => crypto.randomUUID());
  const [fillEmpty, setFillEmpty] = useState(false);
  const missing = fromCustomer.data && intoCustomer.data ? missingDetails(intoCustomer.data, fromCustomer.data) : [];
  // Wait for fresh counts: a cached preview may be out of date.
  const ready = preview.data && !preview.isFetching && !fromCustomer.isPending && !intoCustomer.isPending;
  const confirmMerge = () => {
    // A promise, not a callback: by then the customer may be gone and this dialog unmounted.
    void merge
      .mutateAsync({ requestId, from: customer, into: target, fillEmpty: fillEmpty && missing.length > 0 })
      .then(
        () => onMerged(target.id),
        () => undefined,
      );
  };
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={`Merge ${customer.name} into ${target.name}?`}
      actions={
        <>
          <Button onClick={onBack}>Back</Button>
          {ready && (
            <Button variant="danger" busy={merge.isPending} busyText="Merging..." onClick={confirmMerge}>
              Merge
            </Button>
          )}
        </>
      }
    >
      {!ready ? (
        <QueryList read={together(preview, fromCustomer, intoCustomer)} loading={COUNTING}>
          <LoadingRows {...COUNTING} />
        </QueryList>
      ) : (
        <div className="grid gap-4">
          <ul className="grid list-disc gap-1 pl-5">
            {previewSentences(preview.data, customer.name, target.name).map((words) => (
              <li key={words}>{words}</li>
            ))}
          </ul>
          {missing.length > 0 && (
            <CheckField
              label={`Fill empty details from ${customer.name}`}
              hint={`${target.name} has no ${wordList(missing, 'disjunction')} yet.`}
              checked={fillEmpty}
              onChange={(event) => setFillEmpty(event.target.checked)}
            />
          )}
          <p className="strong">This can't be undone.</p>
          {merge.error && <FieldError>{merge.error.message}</FieldError>}
        </div>
      )}
    </Dialog>
  );
}
