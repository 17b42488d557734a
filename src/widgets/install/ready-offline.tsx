import { Check, CloudDownload } from 'lucide-react';
import { useStoredApp } from '@/offline/stored-app';

/** Says whether every page of the app opens without signal. Renders nothing if the app is not stored on the device. */
export function ReadyOffline() {
  const stored = useStoredApp();
  if (stored === 'none') return null;
  const complete = stored === 'complete';
  return (
    <p className="flex items-center gap-2 text-2 text-muted">
      {complete ? (
        <Check aria-hidden="true" className="size-4" />
      ) : (
        <CloudDownload aria-hidden="true" className="size-4" />
      )}
      {complete ? 'Ready without signal' : 'Getting ready for use without signal…'}
    </p>
  );
}
