import { useMutation } from '@tanstack/react-query';
import { FileSpreadsheet, ListChecks } from 'lucide-react';
import { useOnline } from '@/session/online';
import { Button } from '@/ui/button';
import { SearchField } from '@/ui/search-field';
import { exportRegister } from './register-export';
import type { Register } from './use-register';

/** Search, the file of what is listed and, on a phone, the way to tick several. */
export function RegisterTools({
  register: { account, cleared, set, view },
  choosing,
  onChoose,
}: {
  register: Register;
  /** Null where ticks stand in the list anyway. */
  choosing: boolean | null;
  onChoose: (choosing: boolean) => void;
}) {
  const online = useOnline();
  const exporting = useMutation(exportRegister);
  const { ownerId, settings } = account;
  return (
    <div className="flex flex-wrap items-center gap-2">
      <SearchField
        key={cleared}
        className="min-w-0 flex-1 basis-48 nav:max-w-80"
        label="Number or customer"
        defaultValue={view.search}
        onChange={({ target }) => set({ search: target.value })}
      />
      {choosing !== null && (
        <Button aria-pressed={choosing} onClick={() => onChoose(!choosing)}>
          <ListChecks aria-hidden="true" />
          {choosing ? 'Done' : 'Choose'}
        </Button>
      )}
      <Button
        className="nav:ml-auto"
        disabled={!online}
        busy={exporting.isPending}
        busyText="Making..."
        onClick={() => exporting.mutate({ ownerId, filter: view.filter, zone: settings.zone })}
      >
        <FileSpreadsheet aria-hidden="true" />
        CSV
      </Button>
    </div>
  );
}
