import type { ReactNode } from 'react';
import { Brand } from '@/ui/layout/brand-mark';
import { SendState } from '@/widgets/unsent/send-state';
import { Footer } from './footer';
import { SkipLink } from './skip-link';

/** The frame of a page without navigation: for a user with no account, no link to one, or no access to it. */
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
