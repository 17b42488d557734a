// Saves a file that was created here as a browser download.

export function saveFile(file: File): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = file.name;
  link.click();
  // The browser has usually read the file by the next task; some take a moment longer.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/** Starts the download of an address that the server answers as an attachment; the page stays open. */
export function startDownload(address: string): void {
  const link = document.createElement('a');
  link.href = address;
  link.rel = 'noreferrer';
  link.click();
}
