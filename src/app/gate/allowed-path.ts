// Which addresses are open in each state of access, and where the others lead.
import { isPublicPath, isSignedOutPath, pathOf, signedOutAddress } from '@/app/public-site/public-paths';
import { routeAt } from '@/app/routes';
import type { Access } from '@/domain/account/access';

const isAppPath = (address: string) => routeAt(pathOf(address)) !== undefined;

/** True if a page exists at the address in at least one access state. */
export const isKnownPath = (address: string) => isAppPath(address) || isPublicPath(address) || isSignedOutPath(address);

/** The address to show in this access state: the given one, or the one to redirect to. Public pages are always open. */
export function allowedPath(access: Access, address: string): string {
  if (isPublicPath(address)) return address;
  const at = pathOf(address);
  const keepIf = (isAllowed: boolean, otherwise: string) => (isAllowed ? address : otherwise);
  switch (access.kind) {
    case 'loading':
    case 'offlineUnknown':
    case 'noProfile':
      return address;
    case 'recovery':
      return keepIf(at === '/update-password', '/update-password');
    case 'signedOut':
      return signedOutAddress(address);
    case 'unlinkedEmployee':
      return keepIf(at === '/' || at === '/manage-account', '/');
    case 'employeeSuspended':
      return keepIf(at === '/manage-account', '/manage-account');
    case 'adminInactive':
      return keepIf(at === '/' || at === '/account', '/account');
    case 'active':
      return keepIf(isAppPath(address), '/noticeboard');
  }
}
