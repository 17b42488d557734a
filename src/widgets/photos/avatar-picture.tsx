import { useQuery } from '@tanstack/react-query';
import { avatarQuery } from '@/data/account/avatars';

export function AvatarPicture({ path, initials }: { path: string; initials: string }) {
  const { data } = useQuery(avatarQuery(path));
  return data === undefined ? initials : <img src={data} alt="" />;
}
