// A file that was made here, handed to the browser's downloads.

export function saveFile(file: File): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = file.name;
  link.click();
  // The browser has taken the file by the time the next task runs; some take a moment longer.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
