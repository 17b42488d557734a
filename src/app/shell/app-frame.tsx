import type { ReactNode } from 'react';
import { BottomBar } from './bottom-bar';
import { DiaryStrip } from './diary-strip';
import { Footer } from './footer';
import { SkipLink } from './skip-link';
import { TopBar } from './top-bar';
import type { Who } from './who';

/** The frame of the app: top bar, diary strip, banners, page, footer, and the bottom bar of a phone. */
export function AppFrame({
  who,
  lapsed = false,
  banners,
  children,
}: {
  who: Who;
  lapsed?: boolean | undefined;
  banners?: ReactNode | undefined;
  children: ReactNode;
}) {
  return (
    <div className="frame app-frame">
      <SkipLink />
      <TopBar who={who} lapsed={lapsed} />
      {!lapsed && <DiaryStrip role={who.role} />}
      <div className="banners">{banners}</div>
      {children}
      <Footer />
      <BottomBar who={who} lapsed={lapsed} />
    </div>
  );
}
