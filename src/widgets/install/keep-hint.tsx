import { lazy, Suspense } from 'react';
import { useInstallOffer } from './install-prompt';

const KeepHintBanner = lazy(async () => ({ default: (await import('./keep-hint-banner')).KeepHintBanner }));

/** Only in a Safari where this app is not installed, since it clears a page's storage: how to avoid that. */
export function KeepHint() {
  const { kind } = useInstallOffer();
  if (kind !== 'ios' && kind !== 'safari') return null;
  return (
    <Suspense>
      <KeepHintBanner onPhone={kind === 'ios'} />
    </Suspense>
  );
}
