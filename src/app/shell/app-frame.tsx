import type { ReactNode } from 'react';
import { BottomBar } from './bottom-bar';
import { DiaryTabs } from './diary-tabs';
import { Footer } from './footer';
import { SkipLink } from './skip-link';
import { TopBar } from './top-bar';
import type { FrameUser } from './frame-user';

/** The frame of the app: top bar, diary strip, banners, page, footer, and the bottom bar of a phone. */
export function AppFrame({
  user,
  lapsed = false,
  banners,
  children,
}: {
  user: FrameUser;
  lapsed?: boolean | undefined;
  banners?: ReactNode | undefined;
  children: ReactNode;
}) {
  return (
    <div className="frame app-frame">
      <SkipLink />
      <TopBar user={user} lapsed={lapsed} />
      {!lapsed && <DiaryTabs role={user.role} />}
      <div className="banners">{banners}</div>
      {children}
      <Footer />
      <BottomBar user={user} lapsed={lapsed} />
    </div>
  );
}
