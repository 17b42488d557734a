import { Download } from 'lucide-react';
import { Button } from '@/ui/button';
import { useInstallOffer } from './install-prompt';

/** The install section: a button if the browser offers it, otherwise instructions; nothing once installed. */
export function InstallApp() {
  const offer = useInstallOffer();
  if (offer.kind === 'none') return null;
  return (
    <section className="install" aria-label="Install the app">
      {offer.kind === 'prompt' && (
        <>
          <Button variant="prominent" size="l" wide onClick={offer.install}>
            <Download aria-hidden="true" />
            Install App on Your Device
          </Button>
          <p>For a faster, offline-ready experience.</p>
        </>
      )}
      {offer.kind === 'ios' && (
        <p>
          To install this app, tap <strong>Share</strong>, then <strong>Add to Home Screen</strong>.
        </p>
      )}
      {offer.kind === 'safari' && (
        <p>
          To install this app, <strong>Go to File &gt; Add to Dock</strong>.
        </p>
      )}
    </section>
  );
}
