// The docket as a PDF, to share or to save. Works offline once its code is loaded.
import { mutationOptions, type QueryClient } from '@tanstack/react-query';
import { attachmentsQuery } from '@/data/attachments';
import type { Account } from '@/domain/account/account';
import { formatDateDated } from '@/domain/core/time';
import { docketSections, type Docket } from '@/domain/works/docket';
import { docketNumber } from '@/domain/works/docket-number';
import { BRAND } from '@/lib/brand';
import { saveFile } from '@/lib/files/save-file';
import { queryNow } from '@/lib/query-now';
import { keptPhotosQuery } from '@/offline/outbox/photos/photos';
import { fileName } from '@/domain/core/file-name';
import type { Picture } from '@/pdf/photo';

type PrintedDocket = {
  docket: Docket;
  withPrices: boolean;
  /** `path`: the lines drawn by finger, as an SVG path. */
  signature: { path: string; words: string } | null;
  account: Account;
};

const MAX_PHOTOS = 12;

/** Photos stored on this device, otherwise fetched. Those that can't be loaded, for example offline, are left out. */
async function photosOf({ docket, account }: PrintedDocket, client: QueryClient): Promise<Picture[]> {
  const [{ pictureAt, pictureOf }, kept, stored] = await Promise.all([
    import('@/pdf/photo'),
    client.query(keptPhotosQuery(account.userId, docket.id)),
    queryNow(client, { ...attachmentsQuery(account.ownerId, docket.id), retry: false }).catch(() => []),
  ]);
  const onDevice = kept.map((photo) => pictureOf(new Blob([photo.bytes], { type: photo.mime })));
  const elsewhere = stored
    .filter(({ id, url }) => typeof url === 'string' && !kept.some((photo) => photo.id === id))
    .map(({ url }) => pictureAt(url ?? ''));
  const photos = await Promise.all([...onDevice, ...elsewhere].slice(0, MAX_PHOTOS));
  return photos.filter((photo) => photo !== null);
}

async function docketFile(printed: PrintedDocket, client: QueryClient): Promise<File> {
  const { docket, withPrices, signature, account } = printed;
  const [{ docketPdf }, { loadFonts }, photos] = await Promise.all([
    import('@/pdf/docket-pdf'),
    import('@/pdf/fonts'),
    photosOf(printed, client),
  ]);
  const number = docketNumber(docket.id);
  const bytes = docketPdf(
    {
      farm: account.settings.farmName ?? BRAND,
      number,
      id: docket.id,
      customer: docket.customer,
      date: formatDateDated(docket.workDate),
      sections: docketSections(docket, account.settings.currency, withPrices),
      photos,
      signature,
    },
    await loadFonts(),
  );
  return new File([bytes], fileName(['Docket', number, docket.customer, docket.workDate], 'pdf'), {
    type: 'application/pdf',
  });
}

const errorToast = { title: 'Error', description: 'Could not make the PDF.' };

export const saveDocket = mutationOptions({
  mutationKey: ['docket', 'save'],
  networkMode: 'always',
  mutationFn: async (printed: PrintedDocket, { client }) => saveFile(await docketFile(printed, client)),
  meta: { failed: errorToast },
});

/** Whether the device can share a PDF with another app, such as mail or messages. */
export const canShareDocket = (): boolean =>
  typeof navigator.canShare === 'function' &&
  navigator.canShare({ files: [new File([], 'docket.pdf', { type: 'application/pdf' })] });

export const shareDocket = mutationOptions({
  mutationKey: ['docket', 'share'],
  networkMode: 'always',
  mutationFn: async (printed: PrintedDocket, { client }) => {
    const file = await docketFile(printed, client);
    await navigator.share({ files: [file], title: file.name.replace(/\.pdf$/, '') }).catch((reason: unknown) => {
      // The person closed the share sheet: not a failure.
      if (!(reason instanceof DOMException && reason.name === 'AbortError')) throw reason;
    });
  },
  meta: { failed: { title: 'Error', description: 'Could not share the docket.' } },
});
