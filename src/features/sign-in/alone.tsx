import type { ReactNode } from 'react';
import { Brand } from '@/ui/brand-mark';
import { Page } from '@/ui/page';

/** A page with one question on it, which has to be answered before anything else: no menu, no way past it. */
export function Alone({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="frame">
      <header className="bar">
        <div className="bar-in">
          <Brand />
        </div>
      </header>
      <Page title={title} narrow>
        {children}
      </Page>
    </div>
  );
}
