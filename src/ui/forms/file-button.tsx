import { FileUp } from 'lucide-react';
import { useRef } from 'react';
import { Button } from '@/ui/button';

/** A button that chooses a file. `name` is what the file is, for screen readers. */
export function FileButton({
  name,
  accept,
  label = 'Choose a file',
  disabled = false,
  onChosen,
}: {
  name: string;
  accept: string;
  label?: string;
  disabled?: boolean;
  onChosen: (file: File) => void;
}) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={name}
        accept={accept}
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0];
          // Choosing the same file again is a change then.
          currentTarget.value = '';
          if (file) onChosen(file);
        }}
      />
      <Button className="w-fit" disabled={disabled} onClick={() => input.current?.click()}>
        <FileUp aria-hidden="true" />
        {label}
      </Button>
    </>
  );
}
