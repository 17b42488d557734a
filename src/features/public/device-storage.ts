/** Every key that the app uses in the browser's storage. A test compares this list with the source code. */
export const DEVICE_STORAGE = [
  { name: 'sb-…-auth-token', use: 'Keeps you signed in', until: 'Until you sign out' },
  { name: 'farm-diary-consent', use: 'That you have read the cookie notice', until: 'Until you clear it' },
  { name: 'farm-diary-theme', use: 'Light, dark or sunlight screen', until: 'Until you choose another' },
  {
    name: 'farm-diary-outbox',
    use: 'Entries, photos and drafts not sent yet',
    until: 'Until they are sent, or you remove them when you sign out',
  },
  {
    name: 'farm-diary-draft',
    use: 'What you typed while a newer version of the app was open',
    until: 'Until you open the app again, or remove it when you sign out',
  },
  { name: 'farm-diary-spare', use: 'The same entries and photos once more', until: 'Until they are sent' },
  { name: 'farm-diary-unsent', use: 'How many entries wait, and whose they are', until: 'Until they are sent' },
  {
    name: 'farm-diary-later-files',
    use: 'The parts of the app that the start does not need',
    until: 'Until a new version replaces them',
  },
  { name: 'farm-diary-snapshots', use: 'Copies of lists, for reading without signal', until: 'Until you sign out' },
  { name: 'farm-diary-who', use: 'Who you are and what you may see', until: 'Until you sign out' },
  { name: 'farm-diary-clock-skew', use: 'How far this device’s clock is out', until: 'Until you clear it' },
  {
    name: 'farm-diary-asked-mail',
    use: 'The address that asked for a mail here, so that its link is trusted',
    until: 'One day',
  },
  { name: 'farm-diary-invite', use: 'The invitation that you followed', until: 'Until you have answered it' },
  { name: 'farm-diary-recovery', use: 'That a new password was asked for', until: 'Until the tab is closed' },
  { name: 'farm-diary-reloaded-at', use: 'Stops the page from loading in a loop', until: 'Until the tab is closed' },
  { name: 'farm-diary-install-hint', use: 'That you put the hint to install away', until: 'Until you clear it' },
  {
    name: 'farm-diary-push',
    use: 'For whom notifications are turned on here, and at which address',
    until: 'Until you turn them off or sign out',
  },
  {
    name: 'farm-diary-import-columns',
    use: 'Which columns of your files you imported, by their names',
    until: 'Until you clear it',
  },
  { name: 'farm-diary-keep-note', use: 'That you were told what a browser may clear', until: 'Until you clear it' },
] as const;
