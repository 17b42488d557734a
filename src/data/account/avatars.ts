// Avatars: a small square picture of a person, in a private bucket under their own id and the hash of its content.
import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { refuseInDemo } from '@/lib/demo';
import { contentName, dataUrl } from '@/lib/files/blobs';
import * as keys from '@/lib/query-keys';
import { bucket } from '@/lib/storage';
import { supabase, unwrap } from '@/lib/supabase';

const BUCKET = 'avatars';
const MAX_BYTES = 2 * 1024 * 1024;
/** Pixels: a little more than twice the largest size at which it is shown (88 px). */
const SIDE = 192;

const WRONG_TYPE = 'Choose a JPEG, PNG or WebP picture.';

/** The picture itself as a data: URL: its path contains its hash, so it never goes stale. */
export const avatarQuery = (path: string) =>
  queryOptions({
    queryKey: [keys.avatar, path],
    staleTime: Infinity,
    // No retries: initials are shown instead.
    retry: false,
    queryFn: async () => {
      const blob = unwrap(await (await bucket(BUCKET)).download(path));
      return dataUrl(new Blob([blob], { type: 'image/jpeg' }));
    },
  });

/** The file as a small square: checked by its bytes and re-encoded. Throws a message if it is not a picture. */
async function prepareAvatar(file: File) {
  if (file.size > MAX_BYTES) throw new Error('Choose a picture under 2 MB.');
  const { HEAD_BYTES, kindOf } = await import('@/lib/files/picture');
  const kind = kindOf(new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer()));
  if (kind !== 'jpeg' && kind !== 'png' && kind !== 'webp') throw new Error(WRONG_TYPE);
  const { preparePicture } = await import('@/lib/files/prepare-picture');
  const picture = await preparePicture(file, { maxSide: SIDE, square: true });
  if (!picture.ok) throw new Error(picture.sentence);
  return { bytes: picture.bytes, name: `${await contentName(picture.bytes)}.jpg` };
}

/** Sets or clears the profile's picture, then deletes the previous file. A file left behind is not shown anywhere. */
async function setAvatar(userId: string, previousPath: string | null, path: string | null) {
  const row = unwrap(
    await supabase.from('profiles').update({ avatar_url: path }).eq('id', userId).select('id').single(),
  );
  if (previousPath !== null && previousPath !== path) await (await bucket(BUCKET)).remove([previousPath]);
  return row;
}

type AvatarChange = { userId: string; previousPath: string | null };

export const saveAvatar = mutationOptions({
  mutationKey: ['avatar', 'save'],
  mutationFn: async ({ userId, previousPath, file }: AvatarChange & { file: File }) => {
    refuseInDemo();
    const { bytes, name } = await prepareAvatar(file);
    const path = `${userId}/${name}`;
    const { error } = await (await bucket(BUCKET)).upload(path, new Blob([bytes], { type: 'image/jpeg' }));
    // It exists already, with the same content.
    if (error && Reflect.get(error, 'statusCode') !== '409') throw error;
    return setAvatar(userId, previousPath, path);
  },
  meta: { saved: { title: 'Picture saved!' }, failed: { title: 'Error Saving Picture' }, invalidates: [keys.profile] },
});

export const removeAvatar = mutationOptions({
  mutationKey: ['avatar', 'remove'],
  mutationFn: ({ userId, previousPath }: AvatarChange) => setAvatar(userId, previousPath, null),
  meta: { saved: { title: 'Picture removed.' }, failed: { title: 'Error' }, invalidates: [keys.profile] },
});
