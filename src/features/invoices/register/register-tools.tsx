import { useMutation } from '@tanstack/react-query';
import { Check, FileSpreadsheet, ListChecks } from 'lucide-react';
import { useOnline } from '@/lib/online';
import { Button } from '@/ui/button';
import { SearchField } from '@/ui/forms/search-field';
import { PrintButton } from '@/ui/lists/print-button';
import { PdfButton } from '@/widgets/pdf-button';
import { exportRegister, registerPrintout } from './register-export';
import { RegisterDates, RegisterFilters } from './register-filters';
import type { Register } from './use-register';

/** Search, filters, print, PDF and CSV buttons, and on a phone the button for selection mode. */
export function RegisterTools({
  register,
  choosing,
  onChoose,
  print,
}: {
  register: Register;
  /** Null if the list always has checkboxes. */
  choosing: boolean | null;
  onChoose: (choosing: boolean) => void;
  print: () => void;
}) {
  const { account, search, typed, view } = register;
  const online = useOnline();
  const exporting = useMutation(exportRegister);
  const { ownerId, settings } = account;
  return (
    <div className="grid min-w-0 gap-3">
      <div className="register-tools">
        <SearchField label="Number or name" value={typed} onChange={({ target }) => search(target.value)} />
        {choosing !== null && (
          <Button onClick={() => onChoose(!choosing)}>
            {choosing ? <Check aria-hidden="true" /> : <ListChecks aria-hidden="true" />}
            {choosing ? 'Done' : 'Choose'}
          </Button>
        )}
        <RegisterFilters register={register}>
          <PrintButton onPress={print} />
          <PdfButton className="nav:ml-auto" disabled={!online} read={() => registerPrintout(register)} />
          <Button
            disabled={!online}
            busy={exporting.isPending}
            busyText="Making..."
            onClick={() => exporting.mutate({ ownerId, filter: view.filter, zone: settings.zone })}
          >
            <FileSpreadsheet aria-hidden="true" />
            CSV
          </Button>
        </RegisterFilters>
      </div>
      <RegisterDates register={register} />
    </div>
  );
}
