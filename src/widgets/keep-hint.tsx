import { lazy, Suspense } from 'react';
import { useInstallOffer } from './install-prompt';

const KeepHintBanner = lazy(async () => ({ default: (await import('./keep-hint-banner')).KeepHintBanner }));

/** In a Safari where this app is not installed, which clears what a page keeps: what to do about it. Nothing elsewhere. */
export function KeepHint() {
  const { kind } = useInstallOffer();
  if (kind !== 'ios' && kind !== 'safari') return null;
  return (
    <Suspense>
      <KeepHintBanner onPhone={kind === 'ios'} />
    </Suspense>
  );
}
