import { lazy, Suspense } from 'react';

const AvatarPicture = lazy(async () => ({ default: (await import('./avatar-picture')).AvatarPicture }));

/** A person's picture in a circle; their initials if there is none, while it loads, or offline. */
export function Avatar({
  initials,
  path,
  size = 'm',
}: {
  initials: string;
  path: string | null;
  size?: 'm' | 'l' | undefined;
}) {
  return (
    <span className={`avatar ${size === 'l' ? 'avatar-l' : ''}`} aria-hidden="true">
      {path === null ? (
        initials
      ) : (
        <Suspense fallback={initials}>
          <AvatarPicture path={path} initials={initials} />
        </Suspense>
      )}
    </span>
  );
}
