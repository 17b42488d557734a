import { lazy, Suspense } from 'react';
import { useInstallOffer } from './install-prompt';

const StorageHintBanner = lazy(async () => ({ default: (await import('./storage-hint-banner')).StorageHintBanner }));

/** Explains how to install the app, in a Safari where it is not installed: Safari clears the storage of web pages. */
export function StorageHint() {
  const { kind } = useInstallOffer();
  if (kind !== 'ios' && kind !== 'safari') return null;
  return (
    <Suspense>
      <StorageHintBanner onPhone={kind === 'ios'} />
    </Suspense>
  );
}
