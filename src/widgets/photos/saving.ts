/** For the button that saves a record with photos, which waits while one of them is made smaller. */
export const saving = (isSaving: boolean, waitsForPhoto: boolean) => ({
  busy: isSaving || waitsForPhoto,
  busyText: waitsForPhoto ? 'Preparing the photo...' : 'Saving...',
});
