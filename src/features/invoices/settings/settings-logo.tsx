import { useMutation } from '@tanstack/react-query';
import { ImagePlus } from 'lucide-react';
import { useRef } from 'react';
import { removeLogo, saveLogo } from '@/data/invoices/logos';
import { SheetLogo } from '@/features/invoices/document/sheet-logo';
import { Button } from '@/ui/button';
import { Section } from './settings-sections';

/** Saves the logo as soon as it is chosen, separately from the form. */
export function LogoSection({ ownerId, path, disabled }: { ownerId: string; path: string | null; disabled: boolean }) {
  const save = useMutation(saveLogo);
  const remove = useMutation(removeLogo);
  const input = useRef<HTMLInputElement>(null);
  return (
    <Section name="logo">
      {path !== null && (
        <div className="rounded-2 bg-sunken p-3">
          <SheetLogo path={path} />
        </div>
      )}
      <p className="hint">
        A PNG or JPEG of 1 MB at most, printed at the top of new invoices. Invoices that exist keep theirs.
      </p>
      <input
        ref={input}
        type="file"
        hidden
        aria-label="Logo file"
        accept="image/png,image/jpeg"
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0];
          if (file) save.mutate({ ownerId, file });
          currentTarget.value = '';
        }}
      />
      <div className="flex flex-wrap gap-2">
        <Button disabled={disabled} busy={save.isPending} busyText="Saving..." onClick={() => input.current?.click()}>
          <ImagePlus aria-hidden="true" />
          {path === null ? 'Choose a logo' : 'Choose another logo'}
        </Button>
        {path !== null && (
          <Button
            variant="quiet"
            disabled={disabled}
            busy={remove.isPending}
            busyText="Removing..."
            onClick={() => remove.mutate(ownerId)}
          >
            Remove logo
          </Button>
        )}
      </div>
    </Section>
  );
}
