import type { ReactNode } from 'react';
import { type Read } from '@/lib/read-state';
import { ButtonLink } from '@/ui/button';
import { Card } from '@/ui/layout/card';
import { Page } from '@/ui/layout/page';
import { EmptyState, LoadingRows } from '@/ui/lists/list-states';
import { QueryList } from '@/ui/lists/query-list';

export const TwoColumns = ({ children }: { children: ReactNode }) => (
  <div className="grid items-start gap-4 sm:grid-cols-2">{children}</div>
);

/** The options of a select, with an empty one first unless `emptyLabel` is null. */
export function SelectOptions<Value extends string>({
  values,
  labels,
  emptyLabel = '–',
}: {
  values: readonly Value[];
  labels: Record<Value, string>;
  emptyLabel?: string | null;
}) {
  return (
    <>
      {emptyLabel !== null && <option value="">{emptyLabel}</option>}
      {values.map((value) => (
        <option key={value} value={value}>
          {labels[value]}
        </option>
      ))}
    </>
  );
}

/** A page whose record is loading, could not be loaded, or is not there. */
export function NotReady({
  title,
  what,
  back,
  read,
  isLoading = false,
}: {
  title: string;
  /** The kind of record, such as "field", for "This field is not there." */
  what: string;
  back: { to: string; label: string };
  read: Read;
  /** Whether something else is still loading once there are data. Otherwise what was asked for is not there. */
  isLoading?: boolean;
}) {
  return (
    <Page title={title} narrow back={back} view={title}>
      <Card>
        <QueryList read={read}>
          {isLoading ? (
            <LoadingRows />
          ) : (
            <EmptyState
              title={`This ${what} is not there.`}
              text="It may have been deleted."
              action={<ButtonLink to={back.to}>Back to {back.label}</ButtonLink>}
            />
          )}
        </QueryList>
      </Card>
    </Page>
  );
}
