import type { ReactNode } from 'react';
import { Brand } from '@/ui/brand-mark';
import { SendState } from '@/widgets/send-state';
import { Footer } from './footer';
import { SkipLink } from './skip-link';

/** The frame of a page that leads nowhere else: no account, no link to one, or none that may be used. */
export function PlainFrame({ banners, children }: { banners?: ReactNode; children: ReactNode }) {
  return (
    <div className="frame">
      <SkipLink />
      <header className="bar">
        <div className="bar-in">
          <Brand />
          <div className="ml-auto flex">
            <SendState />
          </div>
        </div>
      </header>
      <div className="banners">{banners}</div>
      {children}
      <Footer />
    </div>
  );
}
