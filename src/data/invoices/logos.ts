// Logos: the picture at the head of an invoice, in a private bucket under the hash of its content. A logo that an
// invoice was sent with is never overwritten or deleted.
import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { refuseInDemo } from '@/lib/demo';
import { contentName, dataUrl } from '@/lib/files/blobs';
import type { Size } from '@/lib/files/picture';
import * as keys from '@/lib/query-keys';
import { bucket } from '@/lib/storage';
import { supabase, unwrap } from '@/lib/supabase';

const BUCKET = 'logos';
const MAX_BYTES = 1024 * 1024;
/** Pixels: at the largest width on an invoice (60 mm, invoice-pdf.ts) more than 300 dots an inch. */
const MAX_SIDE = 800;

/** `url` is a data: URL: neither the page nor the PDF requests the picture again. */
export type Logo = Size & { url: string; mime: 'image/jpeg' | 'image/png' };

/** A file's type and size, from its header; the code for that is loaded with the first logo. */
async function inspect(file: Blob) {
  const { HEAD_BYTES, kindOf, sizeOf } = await import('@/lib/files/picture');
  const head = new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer());
  const kind = kindOf(head);
  return { kind, size: sizeOf(kind, head) };
}

/** A logo by its path, which contains the hash of its content: it never goes stale. */
export const logoQuery = (path: string) =>
  queryOptions({
    queryKey: [keys.logo, path],
    staleTime: Infinity,
    queryFn: async (): Promise<Logo> => {
      const blob = unwrap(await (await bucket(BUCKET)).download(path));
      const { kind, size } = await inspect(blob);
      if (!size || (kind !== 'png' && kind !== 'jpeg')) throw new Error('The logo is no picture.');
      const mime = `image/${kind}` as const;
      return { ...size, mime, url: await dataUrl(new Blob([blob], { type: mime })) };
    },
  });

/** The file as a logo: checked by its bytes, re-encoded, small enough. Throws a message if it can't be one. */
async function prepareLogo(file: File) {
  const { kind } = await inspect(file);
  if (kind !== 'png' && kind !== 'jpeg') throw new Error('A logo is a PNG or a JPEG. Choose another file.');
  if (file.size > MAX_BYTES) {
    throw new Error(`This file has ${(file.size / MAX_BYTES).toFixed(1)} MB. A logo may have 1 MB.`);
  }
  const { preparePicture } = await import('@/lib/files/prepare-picture');
  const picture = await preparePicture(file, { maxSide: MAX_SIDE, mime: `image/${kind}`, quality: 0.9 });
  if (!picture.ok) throw new Error(picture.sentence);
  if (picture.bytes.byteLength > MAX_BYTES)
    throw new Error('This logo is too detailed. Save it smaller and choose it again.');
  return {
    ...picture,
    name: `${await contentName(picture.bytes)}.${kind === 'png' ? 'png' : 'jpg'}`,
  };
}

/** Sets the logo of future invoices. */
export const saveLogo = mutationOptions({
  mutationKey: ['logo', 'save'],
  mutationFn: async ({ ownerId, file }: { ownerId: string; file: File }) => {
    refuseInDemo();
    const { bytes, mime, name } = await prepareLogo(file);
    const path = `${ownerId}/invoice/${name}`;
    const { error } = await (await bucket(BUCKET)).upload(path, new Blob([bytes], { type: mime }));
    // It exists already, with the same content.
    if (error && Reflect.get(error, 'statusCode') !== '409') throw error;
    return unwrap(
      await supabase
        .from('invoice_settings')
        .upsert({ user_id: ownerId, logo_path: path }, { onConflict: 'user_id' })
        .select('user_id')
        .single(),
    );
  },
  meta: {
    saved: { title: 'Logo saved!' },
    failed: { title: 'Error Saving Logo' },
    invalidates: [keys.invoiceSettings],
  },
});

/** Removes the logo from future invoices; existing ones keep theirs. */
export const removeLogo = mutationOptions({
  mutationKey: ['logo', 'remove'],
  mutationFn: async (ownerId: string) =>
    unwrap(
      await supabase
        .from('invoice_settings')
        .upsert({ user_id: ownerId, logo_path: null }, { onConflict: 'user_id' })
        .select('user_id')
        .single(),
    ),
  meta: { saved: { title: 'Logo removed.' }, failed: { title: 'Error' }, invalidates: [keys.invoiceSettings] },
});
