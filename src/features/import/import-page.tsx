import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useMemo, useState, type ReactNode } from 'react';
import { farmPeopleQuery } from '@/data/account/farm-people';
import { customersQuery } from '@/data/customers/customers';
import { fieldsQuery } from '@/data/fields/fields';
import { openingBalancesQuery } from '@/data/invoices/opening-balances';
import { machinesQuery } from '@/data/machinery/machines';
import { tasksQuery } from '@/data/prices/tasks';
import { withParams } from '@/lib/params';
import { together, type Read } from '@/lib/read-state';
import { useAccount } from '@/session/account';
import { useToday } from '@/session/today';
import { SelectField } from '@/ui/forms/field';
import { Card, CardHead } from '@/ui/layout/card';
import { Page } from '@/ui/layout/page';
import { LoadingRows } from '@/ui/lists/list-states';
import { QueryList } from '@/ui/lists/query-list';
import { useAddress, usePendingValue } from '@/ui/use-address';
import { ChooseFile, type ChosenFile } from './choose-file';
import { CUSTOMERS } from './customers-kind';
import { FIELDS } from './fields-kind';
import { ImportResult } from './import-result';
import { customerKey, fieldKey, nameKey, type ImportKind, type Known } from './kind';
import { MACHINES } from './machines-kind';
import { OPEN_INVOICES } from './open-invoices-kind';
import { PastImports } from './past-imports';
import { SHIFTS } from './shifts-kind';
import { TASKS } from './tasks-kind';
import { WORKS } from './works-kind';

// Reading the rows of a file is not needed before one is chosen.
const ImportFile = lazy(async () => ({ default: (await import('./import-file')).ImportFile }));

const KINDS = [CUSTOMERS, TASKS, MACHINES, FIELDS, SHIFTS, WORKS, OPEN_INVOICES] as const;

/**
 * The existing records that the rows of a file are compared with; null while they load. Machines, fields and invoices from
 * before are loaded only for their own kind.
 */
function useKnown(kind: ImportKind) {
  const account = useAccount();
  const { settings } = account;
  const today = useToday();
  const customers = useQuery(customersQuery(account));
  const tasks = useQuery(tasksQuery(account));
  const people = useQuery(farmPeopleQuery(account.ownerId));
  const machines = useQuery({ ...machinesQuery(account), enabled: kind === MACHINES });
  const fields = useQuery({ ...fieldsQuery(account.ownerId), enabled: kind === FIELDS });
  const balances = useQuery({ ...openingBalancesQuery(account.ownerId), enabled: kind === OPEN_INVOICES });
  const isLoaded =
    (kind !== MACHINES || machines.data !== undefined) &&
    (kind !== FIELDS || fields.data !== undefined) &&
    (kind !== OPEN_INVOICES || balances.data !== undefined);
  const known = useMemo((): Omit<Known, 'addMissing'> | null => {
    if (!customers.data || !tasks.data || !people.data || !isLoaded) return null;
    return {
      customers: new Map(
        customers.data.flatMap(({ name }) => [
          [customerKey(name), name],
          [name, name],
        ]),
      ),
      tasks: new Map(tasks.data.map(({ name, chargeableUnit }) => [nameKey(name), chargeableUnit])),
      people: new Set(people.data.map(({ name }) => nameKey(name))),
      machines: new Set(
        (machines.data ?? []).flatMap(({ name, status }) => (status === 'sold' ? [] : [nameKey(name)])),
      ),
      fields: new Set(
        (fields.data ?? []).flatMap(({ name, customer, archivedOn }) =>
          archivedOn === null ? [fieldKey(name, customer)] : [],
        ),
      ),
      openInvoices: new Set((balances.data ?? []).map(({ number }) => nameKey(number))),
      today,
      ...settings,
    };
  }, [customers.data, tasks.data, people.data, machines.data, fields.data, balances.data, isLoaded, today, settings]);
  const ofKind = new Map<ImportKind, Read>([
    [MACHINES, machines],
    [FIELDS, fields],
    [OPEN_INVOICES, balances],
  ]).get(kind);
  return { known, read: together(customers, tasks, people, ...(ofKind ? [ofKind] : [])) };
}

/** /import: customers, tasks, machines, fields, hours, past works or open invoices from a spreadsheet. `?kind=` says which. */
export function ImportPage() {
  const [params, change] = useAddress();
  const [kindName, setKindName] = usePendingValue(params.get('kind') ?? '');
  const kind = KINDS.find(({ name }) => name === kindName) ?? CUSTOMERS;
  const { known, read } = useKnown(kind);
  const [file, setFile] = useState<ChosenFile | null>(null);
  const [result, setResult] = useState<{
    id: string;
    kind: (typeof KINDS)[number];
    added: number;
    skipped: number;
  } | null>(null);
  const choose = (chosen: ChosenFile | null) => {
    setFile(chosen);
    setResult(null);
  };

  const steps = (): ReactNode => {
    if (!known) return <QueryList read={read} />;
    if (!file) return <ChooseFile kind={kind} onChosen={choose} />;
    return (
      <Suspense fallback={<LoadingRows />}>
        <ImportFile
          key={`${kind.name} ${file.id}`}
          kind={kind}
          file={file}
          known={known}
          onOther={() => choose(null)}
          onImported={({ added, skipped }) => {
            setFile(null);
            setResult({ id: file.id, kind, added, skipped });
          }}
        />
      </Suspense>
    );
  };
  return (
    <Page title="Import" subtitle="From Excel or a CSV file. Nothing is saved before you have seen what is in it.">
      {result && <ImportResult {...result} onUndone={() => setResult(null)} />}
      <Card>
        <CardHead title="From a file" />
        <div className="grid gap-4 p-4">
          <SelectField
            label="What to import"
            fieldClass="max-w-80"
            value={kind.name}
            onChange={({ currentTarget: { value } }) => {
              setKindName(value);
              choose(null);
              change((current) => withParams(current, { kind: value }), { replace: true });
            }}
          >
            {KINDS.map(({ name, title }) => (
              <option key={name} value={name}>
                {title}
              </option>
            ))}
          </SelectField>
          {steps()}
        </div>
      </Card>
      <PastImports kinds={KINDS} />
    </Page>
  );
}
