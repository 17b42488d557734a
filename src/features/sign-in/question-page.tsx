import type { ReactNode } from 'react';
import { Brand } from '@/ui/layout/brand-mark';
import { Page } from '@/ui/layout/page';

/** A page with one question that must be answered first; it has no menu. */
export function QuestionPage({ title, children }: { title: string; children: ReactNode }) {
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
